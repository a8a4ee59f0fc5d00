/* heddle: reach=TRUE; engines: explore */
/* Lamport's fast mutual exclusion for two. */
#include <assert.h>
#include <pthread.h>

int b[3], x, y, inside;

static void *thread(void *argument)
{
    int me = (int)(long)argument;
start:
    b[me] = 1;
    x = me;
    if (y != 0) {
        b[me] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = me;
    if (x != me) {
        b[me] = 0;
        for (int j = 1; j <= 2; j++)
            while (b[j])
                ;
        if (y != me) {
            while (y != 0)
                ;
            goto start;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    b[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, (void *)2);
    thread((void *)1);
    return 0;
}
