/* heddle: overflow=UNKNOWN; engines: flow; reason: undefined: use of a mutex that was destroyed */
/* As destroyed_by_loop_overflow.c, but the locks are destroyed before the threads are joined: what these do with them is undefined. */
#include <assert.h>
#include <pthread.h>

#define SIZE 8
#define THREADS 3

int table[SIZE];
pthread_mutex_t locks[SIZE];

int take(int h, int value)
{
    int taken = 0;
    pthread_mutex_lock(&locks[h]);
    if (table[h] == 0) {
        table[h] = value;
        taken = 1;
    }
    pthread_mutex_unlock(&locks[h]);
    return taken;
}

void *work(void *x)
{
    int id = *(int *)x, h = id * 7 % SIZE;
    while (!take(h, id + 1))
        h = (h + 1) % SIZE;
    assert(h >= 0);
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    int ids[THREADS] = {0, 1, 2};
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, work, &ids[i]);
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_destroy(&locks[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
