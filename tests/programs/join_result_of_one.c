/* heddle: reach=FALSE; engines: explore bounded modular cartesian */
/* Two threads of one kind, of which only the second one's result is read: they are not alike. */
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static void *choose(void *argument)
{
    (void)argument;
    return (void *)(long)(__VERIFIER_nondet_uchar() & 3);
}

int main(void)
{
    pthread_t id[2];
    void *result;
    for (int i = 0; i < 2; i++)
        pthread_create(&id[i], NULL, choose, NULL);
    pthread_join(id[1], &result);
    assert((long)result <= 1);
    return 0;
}
