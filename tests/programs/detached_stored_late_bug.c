/* heddle: race=UNKNOWN reach=UNKNOWN; engines: auto; reason: a thread is detached that was joined or detached before */
/* A thread is created in each round, but its id is not put where the id is taken from: the same thread is detached again. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_t last[2];

static void *work(void *unused) { return unused; }

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, work, 0);
        if (__VERIFIER_nondet_int())
            last[0] = thread;
        if (last[0])
            pthread_detach(last[0]);
    }
}
