/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* Whoever gets the lock counts; at least one does. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count, missed[2];

static void *thread(void *argument)
{
    int *mine = argument;
    int result = pthread_mutex_trylock(&m);
    if (result == 0) {
        count++;
        pthread_mutex_unlock(&m);
    } else {
        assert(result == EBUSY);
        *mine = 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, &missed[0]);
    pthread_create(&b, NULL, thread, &missed[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count >= 1);
    assert(count + missed[0] + missed[1] == 2);
    return 0;
}
