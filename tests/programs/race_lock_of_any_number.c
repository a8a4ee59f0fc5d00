/* heddle: reach=TRUE race=TRUE; engines: flow */
/* Any number of threads count under one lock. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, entered;

static void *thread(void *unused)
{
    pthread_mutex_lock(&lock);
    inside = 1;
    entered++;
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&lock);
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
