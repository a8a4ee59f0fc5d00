/* heddle: reach=TRUE; engines: guess */
/* What one array holds is known by what the other one holds in the same place: one more. The thread goes from 0 to a bound
 * that is an input. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 20 };
int from[MOST], to[MOST], n;

void *worker(void *unused)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > MOST)
        return 0;
    for (int i = 0; i < n; i++)
        from[i] = __VERIFIER_nondet_int();
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    for (int i = 0; i < n; i++)
        assert(to[i] == from[i] + 1);
    return 0;
}
