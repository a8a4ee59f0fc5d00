/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Printing, and a variadic function that does not look at its arguments. */
#include <assert.h>
#include <stdio.h>

int x = 1;

static int ignore(int n, ...) { return n; }

int main(void)
{
    printf("%d %s\n", x, "text");
    fprintf(stderr, "%d\n", x);
    puts("done");
    putchar('!');
    fflush(stdout);
    assert(ignore(3, x, "a", 2.0) == 3);
    return 0;
}
