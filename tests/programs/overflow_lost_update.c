/* heddle: overflow=TRUE; engines: explore modular */
/* The threads hold the lock while they take their turns: the sum stays in range. */
#include <limits.h>
#include <pthread.h>

static int level = INT_MAX - 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *up_and_down(void *p)
{
    pthread_mutex_lock(&lock);
    level = level + 1;
    level = level - 1;
    pthread_mutex_unlock(&lock);
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, up_and_down, 0);
    pthread_create(&b, 0, up_and_down, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
