/* heddle: reach=TRUE race=FALSE; engines: explore */
/* Szymanski's algorithm for two, a waiting room with two doors, for ever. The flag is read once for each test. */
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
            for (int seen = 2; seen == 2 || seen == 3;)
                seen = flag[1];
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
