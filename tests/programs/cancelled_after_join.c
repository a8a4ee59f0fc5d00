/* heddle: reach=UNKNOWN; engines: auto explore; reason: a thread is meant that was joined or detached before */
/* A thread is cancelled that was joined in the round before: the new one is created only afterwards. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *argument)
{
    pause();
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_cancel(a);
        if (i == 0)
            pthread_join(a, NULL);
    }
    assert(shared == 0);
    return 0;
}
