/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Peterson's algorithm with its first two lines swapped. */
#include <assert.h>
#include <pthread.h>

int flag[2], turn, inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    turn = other;
    flag[me] = 1;
    while (flag[other] && turn == other)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    return 0;
}
