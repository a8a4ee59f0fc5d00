/* heddle: reach=FALSE race=FALSE; engines: explore */
/* i++ is a read and a write: 1 is a possible result of two increments, 0 and 3 are not. */
#include <assert.h>
#include <pthread.h>

int i;

static void *thread(void *unused)
{
    i++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i >= 1 && i <= 2);
    assert(i == 2);
    return 0;
}
