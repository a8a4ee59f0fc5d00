/* heddle: reach=TRUE?; engines: explore bounded random; known: characters that are given back are not remembered */
/* What was given back to standard input comes again: the assertion holds. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    ungetc('x', stdin);
    assert(getchar() == 'x');
    return 0;
}
