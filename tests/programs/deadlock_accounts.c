/* heddle: deadlock=TRUE; engines: progress auto */
/* Any number of clerks move money between accounts: the account with the lower number is locked first. */
#include <pthread.h>

#define N 100

extern unsigned __VERIFIER_nondet_uint(void);

struct account {
    int balance;
    pthread_mutex_t lock;
} accounts[N];

static void transfer(unsigned from, unsigned to)
{
    if (from == to)
        return;
    if (from < to) {
        pthread_mutex_lock(&accounts[from].lock);
        pthread_mutex_lock(&accounts[to].lock);
    } else {
        pthread_mutex_lock(&accounts[to].lock);
        pthread_mutex_lock(&accounts[from].lock);
    }
    accounts[from].balance--;
    accounts[to].balance++;
    pthread_mutex_unlock(&accounts[from].lock);
    pthread_mutex_unlock(&accounts[to].lock);
}

static void *clerk(void *unused)
{
    for (int i = 0; i < 10; i++)
        transfer(__VERIFIER_nondet_uint() % N, __VERIFIER_nondet_uint() % N);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, clerk, NULL);
    }
}
