/* heddle: reach=TRUE */
/* Two numbers that are changed together under a lock are equal outside of it. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 3 /* rounds */
#define THREADS 2 /* threads */
int one = 0;
int two = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *u)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        one = one + 1;
        two = two + 1;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        assert(one == two);
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
}
