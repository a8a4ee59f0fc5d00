/* heddle: reach=TRUE; engines: explore bounded */
/* A format ends at its first zero, whatever the literal has behind it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char to[16];
    int a = sprintf(to, "foo\0bar"), b = snprintf(to + 8, 8, "%d\0%d", 42, 7);
    assert(a == 3 && b == 2 && strcmp(to, "foo") == 0 && strcmp(to + 8, "42") == 0);
    return 0;
}
