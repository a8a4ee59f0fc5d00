/* heddle: reach=UNKNOWN; engines: horn; reason: no solution of its Horn clauses */
/* A ticket lock that lets two in now and then: any number of threads take it again and again. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

unsigned next, serving;
int inside;

void *worker(void *unused)
{
    for (;;) {
        unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
            ;
        assert(!inside);
        inside = 1;
        inside = 0;
        __atomic_fetch_add(&serving, __VERIFIER_nondet_int() ? 2 : 1, __ATOMIC_SEQ_CST);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
