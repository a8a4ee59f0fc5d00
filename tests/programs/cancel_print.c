/* heddle: reach=UNKNOWN; engines: explore; reason: point of cancellation */
/* POSIX leaves it open whether printf is a point of cancellation: a proof covers both, and no schedule relies on it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int begun, done;

static void *work(void *unused)
{
    begun = 1;
    puts("between");
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    pthread_cancel(id);
    pthread_join(id, NULL);
    assert(begun == done);
    return 0;
}
