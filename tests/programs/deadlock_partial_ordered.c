/* heddle: deadlock=TRUE; engines: explore */
/* The same with the locks in one order: main goes on for ever, the others end. */
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
unsigned beats;

static void *thread(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, thread, NULL);
    for (;;) {
        beats++;
        sleep(1);
    }
}
