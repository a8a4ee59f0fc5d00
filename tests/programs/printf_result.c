/* heddle: reach=TRUE; engines: explore */
/* What printf returns, if all it prints is text and integers: that many characters, or -1. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = printf("abc%%"), m = fprintf(stderr, "%03d %x\n", 7, 255);
    assert((n == 4 || n == -1) && (m == 7 || m == -1));
    return 0;
}
