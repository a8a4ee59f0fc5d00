/* heddle: deadlock=FALSE; engines: auto */
/* Money that is moved from an account to itself: its lock is taken twice. */
#include <pthread.h>

#define N 4

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t locks[N];

static void *clerk(void *unused)
{
    unsigned from = __VERIFIER_nondet_uint() % N, to = __VERIFIER_nondet_uint() % N;
    if (from <= to) {
        pthread_mutex_lock(&locks[from]);
        pthread_mutex_lock(&locks[to]);
        pthread_mutex_unlock(&locks[to]);
        pthread_mutex_unlock(&locks[from]);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, clerk, NULL);
    pthread_join(t, NULL);
    return 0;
}
