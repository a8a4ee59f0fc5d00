/* heddle: race=TRUE; engines: auto; options: --init=ring_open --entry=ring_put* --entry=ring_get* --undefined=assume */
/* A ring whose lock is made by a function that runs before the threads. */
#include <pthread.h>

enum { ROOM = 8 };
static struct {
    pthread_mutex_t lock;
    int slots[ROOM], first, count;
} ring;

void ring_open(void)
{
    pthread_mutex_init(&ring.lock, 0);
    ring.first = ring.count = 0;
}

int ring_put(int x)
{
    int done = 0;
    pthread_mutex_lock(&ring.lock);
    if (ring.count < ROOM) {
        ring.slots[(ring.first + ring.count++) % ROOM] = x;
        done = 1;
    }
    pthread_mutex_unlock(&ring.lock);
    return done;
}

int ring_get(int *x)
{
    int done = 0;
    pthread_mutex_lock(&ring.lock);
    if (ring.count > 0) {
        *x = ring.slots[ring.first];
        ring.first = (ring.first + 1) % ROOM;
        ring.count--;
        done = 1;
    }
    pthread_mutex_unlock(&ring.lock);
    return done;
}
