/* heddle: memory=FALSE; engines: explore */
/* The mutex lies in a block that was freed. */
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
    free(a);
    pthread_mutex_unlock(&a->lock);
    return 0;
}
