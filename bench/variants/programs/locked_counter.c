/* heddle: reach=TRUE */
/* Threads add under a lock; the sum is right in the end. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 3 /* rounds */
#define THREADS 2 /* threads */
int sum = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *u)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        sum = sum + 1;
        pthread_mutex_unlock(&m);
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
