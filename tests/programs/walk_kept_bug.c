/* heddle: memory=FALSE; engines: explore */
/* The path that ftw gives to the function that it calls back is kept beyond the call. */
#include <ftw.h>
static const char *first = "";
static int visit(const char *path, const struct stat *status, int kind)
{
    (void)status;
    first = path;
    return kind == FTW_F;
}
int main(void)
{
    ftw(".", visit, 4);
    return *first;
}
