/* heddle: memory=FALSE; engines: auto */
/* An element of a growing array is written through a pointer that was kept, after another thread has moved the array. */
#include <pthread.h>
#include <stdlib.h>
static int *values;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *add(int v)
{
    pthread_mutex_lock(&lock);
    if (count == room) {
        room = room ? 2 * room : 1;
        values = realloc(values, room * sizeof *values);
    }
    int *p = &values[count++];
    *p = v;
    pthread_mutex_unlock(&lock);
    return p;
}
static void *worker(void *arg)
{
    int *p = add(1);
    *p = 2;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(values);
    return 0;
}
