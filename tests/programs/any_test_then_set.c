/* heddle: reach=FALSE; engines: monotone */
/* Testing and setting in two steps: two threads get in. */
#include <assert.h>
#include <pthread.h>

static int lock, c;

static void *thread(void *unused)
{
    while (lock)
        ;
    lock = 1;
    c++;
    assert(c == 1);
    c--;
    lock = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
