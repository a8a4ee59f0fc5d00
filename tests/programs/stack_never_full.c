/* heddle: reach=TRUE race=TRUE; engines: flow */
/* The stack holds as many as one thread pushes in all: it is never full, however much another pops. The height is bounded by
 * a counter of the pushing thread, a relation that the popping thread keeps. */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 5000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int height;

static void *push(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        assert(height < ROUNDS);
        height++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *pop(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        if (height > 0)
            height--;
        assert(height >= 0);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
