/* heddle: reach=TRUE race=TRUE; engines: flow */
/* Plain data, handed over by an atomic flag: who has seen the flag has seen everything before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data, answer;
static atomic_int ready, answered;

static void *worker(void *unused)
{
    if (atomic_load(&ready)) {
        assert(data == 42);
        answer = data + 1;
        atomic_store(&answered, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    data = 42;
    atomic_store(&ready, 1);
    if (atomic_load(&answered))
        assert(answer == 43);
    return 0;
}
