/* heddle: race=FALSE; engines: random */
/* A violation on the small program has to be found on the original one, too, where the first of its steps is one of three ways to look at an element, in a loop
 * with 128 rounds: whoever takes another way first finds out at the end of the loop. */
#include <pthread.h>

#define SLOTS 128

static struct {
    int kind, count, waiting;
    pthread_mutex_t lock;
} slots[SLOTS];
static int place;

static void *thread(void *p)
{
    int mine = *(int *)p;
    pthread_mutex_lock(&slots[mine & (SLOTS - 1)].lock);
    slots[mine & (SLOTS - 1)].count++;
    pthread_mutex_unlock(&slots[mine & (SLOTS - 1)].lock);
    return p;
}

int main(void)
{
    pthread_t ids[8];
    for (int i = 0; i < SLOTS; i++)
        pthread_mutex_init(&slots[i].lock, 0);
    for (int i = 0; i < 8; i++) {
        place = i;
        pthread_create(&ids[i], 0, thread, &place);
    }
    for (int i = 0; i < 8; i++)
        pthread_join(ids[i], 0);
    return 0;
}
