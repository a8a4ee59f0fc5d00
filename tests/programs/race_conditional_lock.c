/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* The lock is taken under a condition, and so is the access. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *thread(void *unused)
{
    _Bool wanted = __VERIFIER_nondet_bool();
    if (wanted)
        pthread_mutex_lock(&m);
    if (wanted)
        x++;
    if (wanted)
        pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x <= 2);
    return 0;
}
