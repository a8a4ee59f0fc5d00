/* heddle: reach=UNKNOWN; engines: flow; reason: limit: more allocations at one place than addresses */
/* Some rounds create no thread: blocks may become more than there are addresses. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int *last;
unsigned rounds;

void *waits(void *own) { return own; }

int main(void)
{
    for (;;) {
        int *own = malloc(sizeof *own);
        pthread_t t;
        last = own;
        if (__VERIFIER_nondet_int())
            continue;
        pthread_create(&t, 0, waits, own);
        assert(own);
    }
}
