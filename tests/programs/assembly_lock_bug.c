/* heddle: reach=FALSE race=FALSE; engines: explore bounded */
/* An increment in inline assembly that is not locked is a load and a store. */
#include <assert.h>
#include <pthread.h>

static int count;

static void *thread(void *unused)
{
    __asm__ volatile("incl %0" : "+m"(count) : : "memory");
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
