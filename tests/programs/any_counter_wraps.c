/* heddle: reach=UNKNOWN; engines: monotone; options: --timeout=12; reason: time limit|the predicates that were found do not prove it */
/* The counter without a test for its end: with 2^32 threads it wraps, so TRUE would be wrong and no engine can show so many. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint s;

static void *thread(void *unused)
{
    unsigned m = s;
    while (!atomic_compare_exchange_strong(&s, &m, m + 1))
        ;
    assert(s > m);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
