/* heddle: reach=FALSE; engines: explore bounded */
/* A loop with known bounds is not passed by if others see it at work, or if they change what it goes by. */
#include <assert.h>
#include <pthread.h>

static _Atomic int seen, limit = 4;

static void *worker(void *unused)
{
    for (int i = 1; i <= 3; i++) /* all its values are known, and each can be seen */
        seen = i;
    return unused;
}

static void *changes(void *unused)
{
    limit = 2;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    int at = seen;
    pthread_create(&u, 0, changes, 0);
    int i = 0;
    while (i < limit) /* it begins at a known value, and ends at an unknown one */
        i++;
    assert(!(at == 2 && i == 3));
    return 0;
}
