/* heddle: reach=TRUE; engines: guess */
/* How often each thread adds is an input with a sign; the program ends at once if it is negative or too large, which is nothing that the
 * threads have to reckon with. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int rounds, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *unused)
{
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    rounds = __VERIFIER_nondet_int();
    if (rounds < 0 || rounds > 1000000)
        abort();
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 2 * rounds);
    return 0;
}
