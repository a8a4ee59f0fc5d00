/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Three threads from one loop, each with its own slot. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };
int slot[THREADS];

static void *thread(void *argument)
{
    int *mine = argument;
    *mine += 5;
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) {
        slot[i] = i;
        pthread_create(&t[i], NULL, thread, &slot[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(slot[i] == i + 5);
    return 0;
}
