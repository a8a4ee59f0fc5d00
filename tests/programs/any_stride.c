/* heddle: reach=TRUE; engines: monotone */
/* Cells are given out two by two, so the last one is never reached: parity, copied to a local variable. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

#define CELLS 5001
static unsigned next = 1;

static void *thread(void *unused)
{
    while (1) {
        unsigned mine = 0;
        __VERIFIER_atomic_begin();
        if (next < CELLS) {
            mine = next;
            next += 2;
        }
        __VERIFIER_atomic_end();
        assert(mine != CELLS - 1);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
