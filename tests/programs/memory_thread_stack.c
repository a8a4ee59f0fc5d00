/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The thread that owns the variable waits until it was read. */
#include <pthread.h>
#include <stdlib.h>

static int *_Atomic shown;
static _Atomic int seen;

static void *own(void *p)
{
    int mine = 6;
    shown = &mine;
    while (!seen)
        ;
    return p;
}

int main(void)
{
    pthread_t t;
    int x = 0;
    pthread_create(&t, 0, own, 0);
    int *q = shown;
    if (q)
        x = *q;
    seen = 1;
    pthread_join(t, 0);
    return x;
}
