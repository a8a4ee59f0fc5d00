/* heddle: reach=FALSE; engines: explore bounded */
/* A point of cancellation that is called through a pointer: the thread ends there, with what it has not finished. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

unsigned (*rest[])(unsigned) = {sleep};
int begun, done;

void *works(void *unused)
{
    begun = 1;
    rest[0](1);
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, 0, works, 0);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(done || !begun);
    return 0;
}
