/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* A recursive mutex, set up by its attribute, is free only after as many unlocks as locks. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int balance;

static void add(int amount)
{
    pthread_mutex_lock(&m);
    balance += amount;
    pthread_mutex_unlock(&m);
}

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    add(-1);
    add(1);
    assert(balance == 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &kind);
    pthread_mutexattr_destroy(&kind);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 0);
    return 0;
}
