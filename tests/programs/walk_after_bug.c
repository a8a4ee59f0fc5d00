/* heddle: reach=FALSE; engines: bounded */
/* Without FTW_DEPTH a directory comes before what is in it. */
#define _XOPEN_SOURCE 500
#include <assert.h>
#include <ftw.h>
static int visit(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)path, (void)status, (void)place;
    assert(kind != FTW_D);
    return 0;
}
int main(void) { return nftw(".", visit, 4, FTW_PHYS); }
