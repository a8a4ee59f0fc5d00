/* heddle: reach=TRUE race=TRUE; engines: explore */
/* C11 atomics: increments and fetch-and-add are one step each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
_Atomic unsigned char bits;

static void *thread(void *argument)
{
    count++;
    atomic_fetch_add(&count, 2);
    bits |= (unsigned char)(long)argument;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, (void *)1);
    pthread_create(&b, NULL, thread, (void *)4);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 6 && bits == 5);
    return 0;
}
