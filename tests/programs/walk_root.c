/* heddle: reach=TRUE; engines: auto */
/* What is not there is no file to nftw, which fails; below a directory there may be files of which nothing is known. */
#define _XOPEN_SOURCE 500
#include <assert.h>
#include <ftw.h>
static int visit(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)path, (void)status, (void)place;
    return kind + 1;
}
int main(void)
{
    assert(nftw(".", visit, 4, FTW_PHYS) != FTW_NS + 1);
    return 0;
}
