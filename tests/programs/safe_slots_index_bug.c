/* heddle: memory=FALSE; engines: auto */
/* The first slot that is not used, also when all are. */
#include <pthread.h>
#define SLOTS 4
static struct {
    int used, value;
} slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int acquire(int v)
{
    int i = 0;
    pthread_mutex_lock(&lock);
    while (i < SLOTS && slots[i].used)
        i++;
    slots[i].used = 1;
    slots[i].value = v;
    pthread_mutex_unlock(&lock);
    return i;
}
static void *worker(void *arg)
{
    int v = *(int *)arg;
    for (int i = 0; i < 3; i++)
        acquire(v);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    int v[2] = {1, 5};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &v[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
