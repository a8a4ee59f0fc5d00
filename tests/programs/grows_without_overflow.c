/* heddle: overflow=TRUE; engines: explore */
/* Sums that only grow and that only the guards against overflow look at: of two states, the one with smaller sums need not be searched. */
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int i = 1, j = 1;

static void *first(void *x)
{
    for (int k = 0; k < 14; k++) {
        __VERIFIER_atomic_begin();
        i += j;
        __VERIFIER_atomic_end();
    }
    return x;
}

static void *second(void *x)
{
    for (int k = 0; k < 14; k++) {
        __VERIFIER_atomic_begin();
        j += i;
        __VERIFIER_atomic_end();
    }
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
