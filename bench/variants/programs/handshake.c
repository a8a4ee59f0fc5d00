/* heddle: reach=TRUE */
/* Data that is sent round after round, by a flag that is awaited. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 3 /* rounds */
_Atomic int full = 0;
_Atomic int data = 0;
static void *send(void *u)
{
    for (int i = 1; i <= ROUNDS; i++) {
        while (full != 0)
            ;
        data = i;
        full = 1;
    }
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, send, 0);
    for (int i = 1; i <= ROUNDS; i++) {
        while (full != 1)
            ;
        assert(data == i);
        full = 0;
    }
    pthread_join(t, 0);
}
