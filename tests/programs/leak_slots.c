/* heddle: memory=TRUE overflow=TRUE; engines: explore bounded; options: --leaks=lost */
/* Three slots of a global array lead to blocks in the end, two of them to the same one, one into the middle: nothing is lost. */
#include <pthread.h>
#include <stdlib.h>

static char *slots[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int i)
{
    pthread_mutex_lock(&lock);
    free(slots[i]);
    slots[i] = malloc(4);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    put(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    put(0);
    put(1);
    pthread_join(t, 0);
    slots[2] = slots[1];
    slots[0]++;
    return 0;
}
