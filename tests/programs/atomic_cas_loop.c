/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Compare-and-swap in a loop: nothing is lost; a failed attempt reads the value again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum;

static void *thread(void *argument)
{
    int old = atomic_load(&sum);
    while (!atomic_compare_exchange_weak(&sum, &old, old + (int)(long)argument))
        ;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, (void *)3);
    pthread_create(&b, NULL, thread, (void *)4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 7);
    return 0;
}
