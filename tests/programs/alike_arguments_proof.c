/* heddle: reach=TRUE; engines: cartesian; options: --check-proof */
/* Two threads that are alike and one with another argument: what the proof says of arguments, it says of all of them. */
#include <assert.h>
#include <pthread.h>

static void *thread(void *argument)
{
    assert((long)argument <= 2);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, thread, (void *)1);
    pthread_create(&b, NULL, thread, (void *)1);
    pthread_create(&c, NULL, thread, (void *)0);
    return 0;
}
