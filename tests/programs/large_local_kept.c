/* heddle: reach=FALSE; engines: explore bounded */
/* A large local variable that begins again may also hold what the round before has left in it. */
#include <assert.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        char buffer[100];
        if (i == 1)
            assert(buffer[50] != 3);
        buffer[50] = 3;
    }
    return 0;
}
