/* heddle: race=TRUE; engines: auto; options: --resolution=close --undefined=assume */
/* What is cut writes through its argument, and keeps a variable of each thread: the lock, and who has which part, stay known. */
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
