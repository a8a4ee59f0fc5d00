/* heddle: reach=FALSE; engines: random */
/* As in any_stock.c, but bakers have no lock of their own: one clears the shelf after another has filled it and a seller has looked. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int shelf, till;

static void take(int *lock)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(*lock == 0);
    *lock = 1;
    __VERIFIER_atomic_end();
}

static void *baker(void *unused)
{
    int loaves = __VERIFIER_nondet_int();
    take(&till);
    int left = shelf;
    till = 0;
    if (left <= 0) {
        shelf = 0;
        for (int i = 0; i < loaves; i++)
            shelf++;
    }
    return unused;
}

static void *seller(void *unused)
{
    take(&till);
    if (shelf > 0) {
        shelf--;
        assert(shelf >= 0);
    }
    till = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1) {
        pthread_create(&id, NULL, baker, NULL);
        pthread_create(&id, NULL, seller, NULL);
    }
}
