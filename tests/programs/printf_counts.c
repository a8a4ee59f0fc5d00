/* heddle: reach=TRUE; engines: explore bounded */
/* %n stores how many characters have been printed. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 7, m = 7;
    short s = 7;
    printf("abc%n", &n);
    assert(n == 3);
    fprintf(stderr, "%5d|%s%n|%x%hn\n", 42, "four", &m, 255u, &s);
    assert(m == 10 && s == 13);
    char b[8];
    assert(sprintf(b, "a%nb", &n) == 2 && n == 1);
    return 0;
}
