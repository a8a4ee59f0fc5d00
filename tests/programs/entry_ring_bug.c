/* heddle: race=FALSE; engines: auto; options: --entry=ring_open --entry=ring_put* --undefined=assume */
/* The ring is opened by one of the threads, without its lock. */
#include <pthread.h>

enum { ROOM = 8 };
static struct {
    pthread_mutex_t lock;
    int slots[ROOM], count;
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

void ring_open(void) { ring.count = 0; }

int ring_put(int x)
{
    int done = 0;
    pthread_mutex_lock(&ring.lock);
    if (ring.count < ROOM) {
        ring.slots[ring.count++] = x;
        done = 1;
    }
    pthread_mutex_unlock(&ring.lock);
    return done;
}
