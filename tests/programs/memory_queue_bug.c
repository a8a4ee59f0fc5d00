/* heddle: memory=FALSE; engines: explore */
/* Who puts it in frees it, too, when it is done with it. */
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
    free(m);
    pthread_join(t, 0);
    return 0;
}
