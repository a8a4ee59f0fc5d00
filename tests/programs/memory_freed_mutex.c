/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The mutex is unlocked before its block is freed. */
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int sum;
};

int main(void)
{
    struct account *a = malloc(sizeof *a);
    if (!a)
        return 0;
    pthread_mutex_init(&a->lock, 0);
    pthread_mutex_lock(&a->lock);
    a->sum = 1;
    pthread_mutex_unlock(&a->lock);
    free(a);
    return 0;
}
