/* heddle: race=UNKNOWN reach=UNKNOWN; engines: auto; reason: a thread is detached that was joined or detached before */
/* Where neither a reader nor a writer is created, the one before it is detached again. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *reader(void *unused) { return unused; }
static void *writer(void *unused) { return unused; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    for (;;) {
        if (__VERIFIER_nondet_int())
            pthread_create(&thread, 0, reader, 0);
        else if (__VERIFIER_nondet_int())
            pthread_create(&thread, 0, writer, 0);
        pthread_detach(thread);
    }
}
