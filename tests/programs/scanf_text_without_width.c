/* heddle: reach=UNKNOWN; engines: explore bounded; reason: outside any object */
/* A word without a width may be longer than any array. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[4];
    int one = 1;
    if (scanf("%s", word) == 1)
        assert(one == 1 && word[0] != 0);
    return 0;
}
