/* heddle: reach=TRUE; engines: horn */
/* A ticket lock for any number of threads whose tickets are taken by compare-and-exchange, until they run out. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_uint next, serving;
static int inside;

static void *worker(void *unused)
{
    unsigned mine;
    do {
        mine = next;
        if (mine == UINT_MAX)
            return unused;
    } while (!atomic_compare_exchange_strong(&next, &mine, mine + 1));
    while (serving != mine)
        ;
    assert(!inside);
    inside = 1;
    inside = 0;
    serving++;
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_bool())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
