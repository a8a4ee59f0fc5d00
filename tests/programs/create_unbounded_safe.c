/* heddle: reach=TRUE? race=TRUE?; engines: explore; known: explore cannot cover any number of threads */
/* Any number of threads, one lock. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        pthread_t t;
        pthread_create(&t, NULL, thread, NULL);
    }
    return 0;
}
