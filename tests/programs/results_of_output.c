/* heddle: reach=TRUE; engines: bounded */
/* Bounds of what functions that print return, and that errno tells why one has failed. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    ssize_t n = write(1, "abc", 3);
    assert(n <= 3 && n >= -1 && n != 0 && (n > 0 || errno > 0));
    assert(write(1, "abc", 0) <= 0);
    assert(printf("abc") >= -1 && fwrite("abc", 2, 1, stdout) <= 1 && fwrite("abc", 0, 9, stdout) == 0);
    int c = putchar(300);
    assert(c == 44 || c == EOF);
    assert(fputs("abc", stdout) != 0 && puts("") != 0 && fflush(stdout) <= 0);
    assert(stdin && stdout && stderr && stdout != stderr && stdin != stdout);
    return 0;
}
