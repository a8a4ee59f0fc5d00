/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* An array of jobs that grows by realloc; elements are accessed by index, under the lock. */
#include <pthread.h>
#include <stdlib.h>
struct job {
    int id, cost;
};
static struct job *jobs;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int add(int id, int cost)
{
    pthread_mutex_lock(&lock);
    if (count == room) {
        size_t more = room ? 2 * room : 2;
        struct job *p = realloc(jobs, more * sizeof *p);
        if (!p) {
            pthread_mutex_unlock(&lock);
            return -1;
        }
        jobs = p;
        room = more;
    }
    jobs[count].id = id;
    jobs[count].cost = cost;
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}
static void *worker(void *arg)
{
    int base = *(int *)arg;
    for (int i = 0; i < 2; i++)
        add(base + i, i);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int base[2] = {0, 10}, total = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &base[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (size_t i = 0; i < count; i++)
        total += jobs[i].cost;
    free(jobs);
    return total;
}
