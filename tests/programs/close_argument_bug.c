/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* As close_argument, but what is cut changes whose turn it is. */
#include <pthread.h>
#include <stdio.h>

struct job {
    int kind, left[4];
};
static _Thread_local int calls;
static int turn, shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int fill(struct job *job, int n)
{
    int sum = n;
    calls++;
    for (int i = 0; i < 4; i++) {
        job->left[i] = n * i;
        sum += job->left[i] ^ calls;
        printf("%d: %d\n", i, sum);
    }
    for (int i = 0; i < 4; i++)
        sum ^= job->left[i] + i;
    job->kind = sum;
    turn = n == 3;
    return sum;
}

static void *work(void *unused)
{
    struct job job;
    fill(&job, 3);
    pthread_mutex_lock(&lock);
    int mine = turn == 1;
    pthread_mutex_unlock(&lock);
    if (mine)
        shared = job.left[1];
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct job job;
    pthread_create(&thread, 0, work, 0);
    shared = fill(&job, 5);
    pthread_mutex_lock(&lock);
    turn = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return shared + job.kind;
}
