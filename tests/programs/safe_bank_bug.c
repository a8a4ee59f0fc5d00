/* heddle: memory=TRUE overflow=FALSE; engines: auto */
/* Whether a balance would overflow is looked at by letting it overflow. */
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
struct account {
    pthread_mutex_t lock;
    int balance;
};
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, INT_MAX - 50}};
static bool move(int from, int to, int amount)
{
    int low = from < to ? from : to, high = from < to ? to : from;
    bool moved = false;
    pthread_mutex_lock(&accounts[low].lock);
    pthread_mutex_lock(&accounts[high].lock);
    if (amount > 0 && accounts[from].balance >= amount && accounts[to].balance + amount > 0) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
        moved = true;
    }
    pthread_mutex_unlock(&accounts[high].lock);
    pthread_mutex_unlock(&accounts[low].lock);
    return moved;
}
extern int __VERIFIER_nondet_int(void);
static void *clerk(void *arg)
{
    int from = *(int *)arg;
    move(from, 1 - from, __VERIFIER_nondet_int());
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int from[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, clerk, &from[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
