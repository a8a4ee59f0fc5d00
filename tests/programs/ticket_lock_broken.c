/* heddle: reach=FALSE; engines: explore */
/* A ticket drawn in two steps: two threads may hold the same one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, now_serving;
int inside;

static void *thread(void *unused)
{
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
    while (now_serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    now_serving++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    thread(NULL);
    return 0;
}
