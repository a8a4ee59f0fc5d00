/* heddle: deadlock=FALSE; engines: explore */
/* Main creates threads for ever; two of them may block each other, and all that come later wait for them. */
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int served;

static void *thread(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
    } else {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
    }
    served++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, NULL, thread, NULL);
}
