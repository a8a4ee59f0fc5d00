/* heddle: memory=FALSE; engines: explore */
/* The variable of a thread that may have ended. */
#include <pthread.h>
#include <stdlib.h>

static int *_Atomic shown;
static _Atomic int seen;

static void *own(void *p)
{
    int mine = 6;
    shown = &mine;
    while (0)
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
