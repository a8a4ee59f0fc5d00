/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* Two workers take jobs from a list under a lock; each job's result is written by whoever took it. */
#include <assert.h>
#include <pthread.h>

enum { JOBS = 3 };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next_job, result[JOBS];

static int take(void)
{
    pthread_mutex_lock(&m);
    int job = next_job < JOBS ? next_job++ : -1;
    pthread_mutex_unlock(&m);
    return job;
}

static void *worker(void *unused)
{
    int job;
    while ((job = take()) >= 0)
        result[job] = job * job;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < JOBS; i++)
        assert(result[i] == i * i);
    return 0;
}
