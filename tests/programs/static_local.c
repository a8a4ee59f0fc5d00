/* heddle: reach=FALSE race=FALSE; engines: explore */
/* A static variable in a function is shared between threads. */
#include <assert.h>
#include <pthread.h>

static int next(void)
{
    static int n;
    return ++n;
}

int got[2];

static void *thread(void *argument)
{
    *(int *)argument = next();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, &got[0]);
    pthread_create(&b, NULL, thread, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] != got[1]);
    return 0;
}
