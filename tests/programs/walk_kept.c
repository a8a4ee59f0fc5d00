/* heddle: memory=TRUE; engines: auto */
/* What ftw gives to the function that it calls back is looked at as long as it is there. */
#include <ftw.h>
static char first;
static long size;
static int visit(const char *path, const struct stat *status, int kind)
{
    first = *path;
    size = status->st_size;
    return kind == FTW_F;
}
int main(void)
{
    ftw(".", visit, 4);
    return first + (int)size;
}
