/* heddle: race=TRUE reach=TRUE locks=TRUE; engines: auto */
/* Readers and writers come in any order, for ever; each is detached by the id of the one that was created last, whichever it is. */
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *reader(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    int seen = data;
    pthread_mutex_unlock(&mutex);
    return seen ? &data : 0;
}

static void *writer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        switch (__VERIFIER_nondet_int()) {
        case 0: pthread_create(&thread, 0, reader, 0); break;
        case 1: pthread_create(&thread, 0, writer, 0); break;
        default: pthread_create(&thread, 0, reader, &data); break;
        }
        pthread_detach(thread);
    }
}
