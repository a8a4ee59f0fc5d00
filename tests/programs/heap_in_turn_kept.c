/* heddle: reach=TRUE; engines: explore bounded */
/* Blocks of a loop of which an older one is still known: the addresses differ, and so does what they hold. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *before = NULL, *first = NULL, *kept[4];
    for (int i = 0; i < 4; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
        assert(p != before);
        if (before)
            assert(*before == i - 1);
        before = p;
        if (i == 0)
            first = p;
        kept[i] = p;
    }
    assert(*first == 0);
    for (int i = 0; i < 4; i++)
        assert(*kept[i] == i);
    return 0;
}
