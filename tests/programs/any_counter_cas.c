/* heddle: reach=TRUE; engines: monotone */
/* An atomic counter with compare-and-swap (Kaiser's thesis, Fig. 4): needs a predicate over a shared and a local variable. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint s;

static void *thread(void *unused)
{
    unsigned m;
    do {
        m = s;
        if (m == UINT_MAX)
            return unused;
    } while (!atomic_compare_exchange_strong(&s, &m, m + 1));
    assert(s > m);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
