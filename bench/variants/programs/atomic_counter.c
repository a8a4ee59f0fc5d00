/* heddle: reach=TRUE */
/* Threads add atomically. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define ROUNDS 3 /* rounds */
#define THREADS 2 /* threads */
_Atomic int sum = 0;
static void *add(void *u)
{
    int i = 0;
    while (i < ROUNDS) {
        sum++;
        i++;
    }
    return u;
}
int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(sum == THREADS * ROUNDS);
}
