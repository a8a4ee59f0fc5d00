/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A ring buffer: the index wraps around. */
#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 2, ITEMS = 3 };
static int slots[SLOTS];
static int first, used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (used == SLOTS)
            pthread_cond_wait(&changed, &lock);
        int at = first + used;
        slots[at % SLOTS] = i;
        used++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (!used)
            pthread_cond_wait(&changed, &lock);
        first = (first + 1) % SLOTS;
        used--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, NULL);
    return 0;
}
