/* heddle: reach=TRUE race=TRUE; engines: explore */
/* pthread_once: run once, and finished before anybody goes on. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs, value;

static void initialise(void)
{
    runs++;
    value = 9;
}

static void *thread(void *unused)
{
    pthread_once(&once, initialise);
    assert(value == 9);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(runs == 1);
    return 0;
}
