/* heddle: reach=TRUE race=FALSE; engines: explore */
/* Peterson's algorithm; right under sequential consistency, though its flags race. */
#include <assert.h>
#include <pthread.h>

int flag[2], turn, inside;

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
