/* The ticket lock with any number of threads, created as long as the environment wants more. That it works needs a predicate
 * over two threads (their tickets differ), and that tickets do not run out: after 2^32 of them two would be equal.
 *
 *     heddle verify examples/ticket_lock_any.c
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static atomic_uint next_ticket, now_serving;
static int inside;

static void *thread(void *unused)
{
    unsigned mine;
    do {
        mine = atomic_load(&next_ticket);
        if (mine == UINT_MAX)
            return unused;
    } while (!atomic_compare_exchange_strong(&next_ticket, &mine, mine + 1));
    while (atomic_load(&now_serving) != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_fetch_add(&now_serving, 1);
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        pthread_t t;
        pthread_create(&t, NULL, thread, NULL);
        pthread_detach(t);
    }
    return 0;
}
