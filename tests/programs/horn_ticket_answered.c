/* heddle: reach=TRUE; engines: horn */
/* A ticket lock in which whether it is one's turn is looked at inside an atomic section and decided outside of it. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

unsigned served, next, inside;

void *customer(void *unused)
{
    while (1) {
        unsigned mine;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(next != UINT_MAX);
        mine = next++;
        __VERIFIER_atomic_end();
        while (1) {
            __VERIFIER_atomic_begin();
            int answer = mine == served ? 3 : 7;
            __VERIFIER_atomic_end();
            if (answer == 3)
                break;
            assert(answer == 7);
        }
        inside = 0;
        inside++;
        assert(inside == 1);
        __VERIFIER_atomic_begin();
        served++;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, customer, 0);
}
