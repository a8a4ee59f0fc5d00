/* heddle: reach=FALSE; engines: predicate */
/* The same with a mistake: main sets the count when there may be users already, so one of them may find that it is 0. */
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

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, uses, 0);
    users = 0;
    while (1)
        pthread_create(&id, 0, uses, 0);
}
