/* heddle: memory=FALSE; engines: bounded */
/* What ftw has told of a file is looked at when it tells of the next one. */
#include <ftw.h>
static const struct stat *last;
static long sum;
static int visit(const char *path, const struct stat *status, int kind)
{
    (void)path, (void)kind;
    if (last)
        sum = last->st_size;
    last = status;
    return 0;
}
int main(void) { return ftw(".", visit, 4); }
