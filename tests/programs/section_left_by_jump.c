/* heddle: reach=UNKNOWN; engines: explore bounded flow modular monotone predicate cartesian; reason: an atomic section that is entered or left on some paths only */
/* A jump out of an atomic section does not end it. What heddle does not model there is not a step after which others see x == 1. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *watch(void *p)
{
    (void)p;
    if (x != 0)
        reach_error();
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, watch, NULL);
    __VERIFIER_atomic_begin();
    x++;
    if (x != y)
        goto out;
    x -= y;
    __VERIFIER_atomic_end();
out:
    x = 0;
    return 0;
}
