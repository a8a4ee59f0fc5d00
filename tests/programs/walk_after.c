/* heddle: reach=TRUE memory=TRUE; engines: auto */
/* With FTW_DEPTH a directory comes after what is in it; a name begins within its path. */
#define _XOPEN_SOURCE 500
#include <assert.h>
#include <ftw.h>
static int calls, last = -1;
static char name;
static int visit(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    assert(kind != FTW_D && kind != FTW_SLN);
    name = path[place->base];
    calls = 1;
    last = kind;
    return 0;
}
int main(void)
{
    if (nftw(".", visit, 4, FTW_DEPTH | FTW_PHYS) == 0)
        assert(calls == 1);
    return name;
}
