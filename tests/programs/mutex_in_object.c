/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* A mutex inside an object from malloc, initialised there. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

static void *deposit(void *argument)
{
    struct account *a = argument;
    pthread_mutex_lock(&a->lock);
    a->balance += 10;
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    struct account *a = malloc(sizeof *a);
    a->balance = 0;
    pthread_mutex_init(&a->lock, NULL);
    pthread_create(&t, NULL, deposit, a);
    pthread_create(&u, NULL, deposit, a);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(a->balance == 20);
    pthread_mutex_destroy(&a->lock);
    free(a);
    return 0;
}
