/* heddle: deadlock=UNKNOWN; engines: explore bounded; reason: join of a thread that was never created */
/* The id of a thread is used that may have no value: the numbers that it may hold are no threads yet, and nobody waits for one for ever (deadlock was FALSE). */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static void *worker(void *unused) { return unused; }

int main(void)
{
    pthread_t thread;
    if (__VERIFIER_nondet_int())
        pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
