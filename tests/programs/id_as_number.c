/* heddle: race=UNKNOWN reach=UNKNOWN memory=TRUE; engines: auto explore; reason: what number the id of a thread is */
/* A slot is chosen, and threads are told apart, by the numbers that their ids are: glibc's are addresses, so that all threads have the same slot, and the
 * second thread may have the smaller id. There are enough slots for any id. */
#include <assert.h>
#include <pthread.h>

static int slots[4];
static struct {
    int started;
    pthread_t ids[2];
} pool;

static unsigned long own(void) { return pthread_self(); }

static void *work(void *argument)
{
    slots[own() % 4]++;
    return argument;
}

int main(void)
{
    pthread_create(&pool.ids[0], NULL, work, NULL);
    pthread_create(&pool.ids[1], NULL, work, NULL);
    assert(pool.ids[0] < pool.ids[1]);
    pthread_join(pool.ids[0], NULL);
    pthread_join(pool.ids[1], NULL);
    return 0;
}
