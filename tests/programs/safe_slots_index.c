/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A list by indices within an array, where -1 is the end. */
#include <pthread.h>
#define SLOTS 4
static struct {
    int used, value, next;
} slots[SLOTS];
static int first = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int acquire(int v)
{
    int found = -1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SLOTS && found < 0; i++)
        if (!slots[i].used) {
            slots[i].used = 1;
            slots[i].value = v;
            slots[i].next = first;
            first = i;
            found = i;
        }
    pthread_mutex_unlock(&lock);
    return found;
}
static int total(void)
{
    int sum = 0;
    pthread_mutex_lock(&lock);
    for (int i = first; i >= 0; i = slots[i].next)
        sum += slots[i].value & 15;
    pthread_mutex_unlock(&lock);
    return sum;
}
static void *worker(void *arg)
{
    int v = *(int *)arg;
    acquire(v);
    acquire(v + 1);
    return total() ? arg : 0;
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
