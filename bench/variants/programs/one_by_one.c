/* heddle: reach=TRUE */
/* In the section there is one thread. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 3 /* rounds */
#define THREADS 2 /* threads */
int inside = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *enter(void *u)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, enter, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
}
