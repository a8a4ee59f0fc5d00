/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Peterson's algorithm with atomic flags protects plain data. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2], turn;
int inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    flag[me] = 1;
    turn = other;
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
