/* heddle: reach=TRUE; engines: guess */
/* How often each thread adds is read from the input, and different things are added. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
unsigned rounds, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused)
{
    for (unsigned i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum += 1;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

void *three(void *unused)
{
    for (unsigned i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum += 3;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    rounds = __VERIFIER_nondet_uint();
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, three, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 4 * rounds);
    return 0;
}
