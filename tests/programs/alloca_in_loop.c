/* heddle: reach=TRUE; engines: explore bounded */
/* alloca gives other memory in each round. */
#include <alloca.h>
#include <assert.h>

int main(void)
{
    int *p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = alloca(2 * sizeof(int));
        p[i][1] = i;
    }
    assert(p[0][1] == 0 && p[1][1] == 1 && p[2][1] == 2 && p[0] != p[1]);
    return 0;
}
