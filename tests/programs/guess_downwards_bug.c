/* heddle: reach=FALSE; engines: auto */
/* Both threads fill an array from its end, whose place is an input: what is behind where a thread is has been filled, but the first place is left out. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 50 };
int filled[MOST], n;

void *worker(void *unused)
{
    for (int i = n - 1; i > 0; i--)
        filled[i] = 5;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > MOST)
        return 0;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    for (int i = 0; i < n; i++)
        assert(filled[i] == 5);
    return 0;
}
