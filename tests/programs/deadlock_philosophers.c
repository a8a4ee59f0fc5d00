/* heddle: reach=TRUE deadlock=FALSE; engines: explore bounded */
/* Three philosophers, each takes the left fork first. */
#include <pthread.h>

pthread_mutex_t fork[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void eat(int left, int right)
{
    pthread_mutex_lock(&fork[left]);
    pthread_mutex_lock(&fork[right]);
    pthread_mutex_unlock(&fork[right]);
    pthread_mutex_unlock(&fork[left]);
}
static void *first(void *unused) { eat(0, 1); return unused; }
static void *second(void *unused) { eat(1, 2); return unused; }
static void *third(void *unused) { eat(2, 0); return unused; }

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_create(&t[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
