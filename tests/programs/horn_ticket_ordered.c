/* heddle: reach=TRUE; engines: horn */
/* A ticket lock that compares by size: whoever has a ticket that is not above the one served may go on. No ticket is given twice, as nobody
 * goes on after the last one; any number of threads. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

unsigned served, next;

void *customer(void *unused)
{
    unsigned mine;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(next != UINT_MAX);
    mine = next++;
    __VERIFIER_atomic_end();
    while (mine > served)
        ;
    assert(mine == served);
    served = served + 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    while (__VERIFIER_nondet_bool())
        pthread_create(&id, 0, customer, 0);
    return 0;
}
