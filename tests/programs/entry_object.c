/* heddle: race=TRUE; engines: auto; options: --entry=account_pay* --entry=account_balance* --undefined=assume */
/* Each call is given an object of its own: what it points to is new memory. */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    long balance;
};

void account_pay(struct account *a, long sum)
{
    pthread_mutex_lock(&a->lock);
    a->balance += sum;
    pthread_mutex_unlock(&a->lock);
}

long account_balance(const struct account *a) { return a->balance; }
