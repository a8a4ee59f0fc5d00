/* heddle: reach=TRUE race=FALSE; engines: explore */
/* Dekker's algorithm. */
#include <assert.h>
#include <pthread.h>

int wants[2], turn, inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = other;
    wants[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)1);
    thread((void *)0);
    return 0;
}
