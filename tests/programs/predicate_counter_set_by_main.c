/* heddle: reach=TRUE; engines: predicate */
/* A count of users that main sets before there are any; it counts itself too, and one other thread lets go of that. Whoever
 * uses the data knows that the count is not yet down to nothing. */
#include <assert.h>
#include <pthread.h>

int users;

static void release(void)
{
    __atomic_fetch_sub(&users, 1, __ATOMIC_SEQ_CST);
}

void *uses(void *arg)
{
    __atomic_fetch_add(&users, 1, __ATOMIC_SEQ_CST);
    assert(users != 0);
    release();
    return arg;
}

void *lets_go(void *arg)
{
    release();
    return arg;
}

int main(void)
{
    pthread_t id;
    users = 1;
    pthread_create(&id, 0, lets_go, 0);
    while (1)
        pthread_create(&id, 0, uses, 0);
}
