/* heddle: reach=UNKNOWN; engines: explore; reason: a function that 'scandirat' calls back */
/* The library calls a function before it returns: what is so without that call is not a violation. (Natively the assertion holds.) */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
static int visits;
static int visit(const struct dirent *unused) { return unused ? visits++, 0 : 0; }
int main(void)
{
    struct dirent **names;
    int count = scandirat(AT_FDCWD, ".", &names, visit, 0);
    assert(count < 0 || visits > 0);
    return 0;
}
