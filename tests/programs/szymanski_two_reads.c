/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Szymanski's algorithm with a test that reads the flag twice: it may change from 3 to 2 in between. */
#include <assert.h>
#include <pthread.h>

int flag[2], inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (;;) {
        flag[me] = 1;
        while (flag[other] >= 3)
            ;
        flag[me] = 3;
        if (flag[other] == 1) {
            flag[me] = 2;
            while (flag[other] != 4)
                ;
        }
        flag[me] = 4;
        if (me == 1)
            while (flag[0] >= 2)
                ;
        inside++;
        assert(inside == 1);
        inside--;
        if (me == 0)
            while (flag[1] == 2 || flag[1] == 3)
                ;
        flag[me] = 0;
    }
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    return 0;
}
