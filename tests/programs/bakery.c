/* heddle: reach=TRUE race=FALSE; engines: explore */
/* Lamport's bakery for two, each entering twice. */
#include <assert.h>
#include <pthread.h>

int choosing[2], number[2], inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (int round = 0; round < 2; round++) {
        choosing[me] = 1;
        number[me] = number[other] + 1;
        choosing[me] = 0;
        while (choosing[other])
            ;
        while (number[other] != 0 &&
               (number[other] < number[me] || (number[other] == number[me] && other < me)))
            ;
        inside++;
        assert(inside == 1);
        inside--;
        number[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    return 0;
}
