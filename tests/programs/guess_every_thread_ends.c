/* heddle: reach=TRUE; engines: guess */
/* Two threads of one kind go through a row: what holds of all slots when one of them ends, main knows by the flag of that one. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int n;
int row[50];
int largest;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *look(void *u)
{
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&m);
        if (row[i] > largest)
            largest = row[i];
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void)
{
    pthread_t a, b;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 50)
        return 0;
    for (int i = 0; i < n; i++)
        row[i] = __VERIFIER_nondet_int();
    pthread_create(&a, 0, look, 0);
    pthread_create(&b, 0, look, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < n)
        assert(row[k] <= largest);
}
