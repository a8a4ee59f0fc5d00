/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The flag is set before the work is done. */
#include <assert.h>
#include <pthread.h>

int done, value;

static void *thread(void *unused)
{
    if (!done) {
        done = 1;
        value = 9;
    }
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
    return 0;
}
