/* heddle: deadlock=FALSE; engines: auto */
/* One of two ways out of the thread does not give the lock back. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (__VERIFIER_nondet_int())
            return unused;
        pthread_mutex_unlock(&m);
    }
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    pthread_create(&id, 0, work, 0);
    for (;;)
        ;
}
