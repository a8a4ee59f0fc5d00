/* heddle: reach=UNKNOWN; engines: guess; reason: may be joined twice */
/* A loop joins the threads one after the other, but may join one again before it goes on, which is undefined. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void *thread(void *argument) { return argument; }

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    if (!ids)
        return 1;
    for (int k = 0; k < n; k++)
        pthread_create(&ids[k], 0, thread, 0);
    for (int i = 0; i < n;) {
        pthread_join(ids[i], 0);
        i += __VERIFIER_nondet_int() != 0;
    }
    return 0;
}
