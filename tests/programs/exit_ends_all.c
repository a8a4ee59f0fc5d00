/* heddle: reach=TRUE; engines: explore */
/* exit and abort end the whole program, and are no errors. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int finished;

static void *thread(void *argument)
{
    if (argument)
        abort();
    assert(!finished);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, &finished);
    __VERIFIER_atomic_begin();
    finished = 1;
    exit(1);
    __VERIFIER_atomic_end();
    return 0;
}
