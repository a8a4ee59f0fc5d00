/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A message is freed by who takes it out of the queue. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *consume(void *p)
{
    int *m = atomic_exchange(&slot, 0);
    if (m) {
        int x = *m;
        free(m);
        return x ? p : 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, consume, 0);
    int *m = malloc(sizeof *m);
    if (!m)
        return 0;
    *m = 1;
    slot = m;
    pthread_join(t, 0);
    return 0;
}
