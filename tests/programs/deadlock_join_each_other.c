/* heddle: deadlock=FALSE; engines: explore */
/* Three threads wait for each other's end in a circle while main goes on. (Of two, glibc would tell one of them.) */
#include <pthread.h>
#include <unistd.h>

static pthread_t t, u, v;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused)
{
    pthread_mutex_lock(&m); /* ids are stored by then */
    pthread_mutex_unlock(&m);
    pthread_join(u, NULL);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(v, NULL);
    return unused;
}

static void *third(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_create(&v, NULL, third, NULL);
    pthread_mutex_unlock(&m);
    for (;;)
        sleep(1);
}
