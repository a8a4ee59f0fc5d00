/* heddle: reach=TRUE */
/* Every thread has a slot of its own. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 3 /* rounds */
#define THREADS 2 /* threads */
int slot[THREADS];
static void *fill(void *u)
{
    int me = (int)(long)u;
    for (int i = 0; i < ROUNDS; i++)
        slot[me] = slot[me] + 2;
    return u;
}
int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, fill, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < THREADS; i++)
        assert(slot[i] == 2 * ROUNDS);
}
