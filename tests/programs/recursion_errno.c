/* heddle: reach=FALSE; engines: explore */
/* With one thread: a recursive function sets errno, and its caller looks at it. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static int parse(const char *s, int n)
{
    if (n)
        return parse(s, n - 1);
    errno = 0;
    return (int)strtol(s, NULL, 77);
}

int main(void)
{
    parse("12", 2);
    assert(errno == 0);
    return 0;
}
