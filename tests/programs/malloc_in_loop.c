/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Every call gives a different object, and none is NULL. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = malloc(2 * sizeof(int));
        assert(p[i] != NULL);
        p[i][0] = i;
        p[i][1] = 10 * i;
    }
    for (int i = 0; i < 3; i++)
        assert(p[i][0] == i && p[i][1] == 10 * i);
    assert(p[0] != p[1] && p[1] != p[2]);
    for (int i = 0; i < 3; i++)
        free(p[i]);
    return 0;
}
