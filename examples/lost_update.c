/* Two withdrawals each read the balance and write it back, under a lock that is let go in between.
 *
 *     heddle verify examples/lost_update.c
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int read_balance(void)
{
    pthread_mutex_lock(&lock);
    int now = balance;
    pthread_mutex_unlock(&lock);
    return now;
}

static void write_balance(int value)
{
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
}

static void *withdraw(void *amount)
{
    int now = read_balance();
    write_balance(now - (int)(intptr_t)amount);
    return NULL;
}

int main(void)
{
    pthread_t alice, bob;
    pthread_create(&alice, NULL, withdraw, (void *)30);
    pthread_create(&bob, NULL, withdraw, (void *)50);
    pthread_join(alice, NULL);
    pthread_join(bob, NULL);
    assert(balance == 20);
    return 0;
}
