/* heddle: deadlock=FALSE; engines: auto */
/* Upwards, but for those who begin with the last lock. */
#include <pthread.h>

#define N 4

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[N];

static void *clerk(void *unused)
{
    unsigned a = __VERIFIER_nondet_uint() % N, b = __VERIFIER_nondet_uint() % N;
    if (a < b || (a > b && a == N - 1)) {
        pthread_mutex_lock(&locks[a]);
        pthread_mutex_lock(&locks[b]);
        pthread_mutex_unlock(&locks[a]);
        pthread_mutex_unlock(&locks[b]);
    }
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, clerk, NULL);
    pthread_create(&u, NULL, clerk, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
