/* heddle: reach=FALSE; engines: explore bounded */
/* The padding of a local variable is as uninitialised as the rest of it, also when its life begins again. */
#include <assert.h>

int main(void)
{
    int seen[2];
    for (int i = 0; i < 2; i++) {
        struct {
            char c;
            int i;
        } s;
        s.i = i;
        seen[i] = ((unsigned char *)&s)[1];
        ((unsigned char *)&s)[1] = 3;
    }
    assert(seen[1] == 3);
    return 0;
}
