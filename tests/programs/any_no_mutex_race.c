/* heddle: race=FALSE; engines: monotone */
/* The same data, with one thread in many that forgets the mutex. */
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        x++;
    } else {
        pthread_mutex_lock(&lock);
        x++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
