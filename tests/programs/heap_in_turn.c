/* heddle: reach=TRUE race=TRUE; engines: auto */
/* Loops without end that allocate, use and free: nobody has an address of a block when the next one is allocated. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int a, b;
};
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *works(void *unused)
{
    for (;;) {
        struct pair *p = malloc(sizeof *p);
        if (!p)
            continue;
        p->a = 1;
        p->b = 0;
        pthread_mutex_lock(&m);
        x = p->a + p->b;
        pthread_mutex_unlock(&m);
        free(p);
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, works, 0);
    pthread_create(&b, 0, works, 0);
    pthread_mutex_lock(&m);
    assert(x <= 1);
    pthread_mutex_unlock(&m);
    return 0;
}
