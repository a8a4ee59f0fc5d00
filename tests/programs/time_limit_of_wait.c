/* heddle: reach=TRUE race=TRUE deadlock=TRUE; engines: explore */
/* A loop with a limit of time: that difftime may give anything is no reason to leave the question open, since only whether it is below the limit matters. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int done;

void *work(void *x)
{
    done = 1;
    return x;
}

int main(void)
{
    pthread_t t;
    time_t start, now;
    double passed = 0;
    pthread_create(&t, 0, work, 0);
    time(&start);
    while (passed < 1.0 && !done) {
        time(&now);
        passed = difftime(now, start);
    }
    pthread_join(t, 0);
    assert(done == 1);
    return 0;
}
