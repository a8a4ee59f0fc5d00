/* heddle: memory=UNKNOWN; engines: explore; reason: thread-local variable in a recursive function */
/* The variable of a thread that has ended is used: a recursive function gave its address away. */
#include <pthread.h>

static _Thread_local int own;
static int *kept;

static void go(int n)
{
    own = n;
    kept = &own;
    if (n)
        go(n - 1);
}

static void *thread(void *p)
{
    go(2);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return *kept;
}
