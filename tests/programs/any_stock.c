/* heddle: reach=TRUE; engines: flow */
/* Any number of bakers and sellers. A baker who holds the oven adds loaves to an empty shelf one by one, without the till, while a seller who holds the till
 * takes one: what the seller has read is never more than there is, what the baker has read never less. Neither lock says who holds it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int shelf, till, oven;

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
    take(&oven);
    take(&till);
    int left = shelf;
    till = 0;
    if (left <= 0) {
        shelf = 0;
        for (int i = 0; i < loaves; i++)
            shelf++;
    }
    oven = 0;
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
