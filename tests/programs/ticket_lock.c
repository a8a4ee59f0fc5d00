/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A ticket lock with two threads, two rounds each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int inside;

static void *thread(void *unused)
{
    for (int round = 0; round < 2; round++) {
        unsigned mine = atomic_fetch_add(&next_ticket, 1);
        while (now_serving != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        now_serving++;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    thread(NULL);
    return 0;
}
