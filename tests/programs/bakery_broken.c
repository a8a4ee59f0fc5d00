/* heddle: reach=FALSE; engines: explore */
/* The bakery without the doorway: a number is looked at while it is being chosen. */
#include <assert.h>
#include <pthread.h>

int number[2], inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    number[me] = number[other] + 1;
    while (number[other] != 0 &&
           (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    return 0;
}
