/* heddle: reach=TRUE; engines: guess */
/* The sum is a long, and what counts for it are an int and an unsigned short: what each thread has added is its loop counter all the same. */
#include <assert.h>
#include <pthread.h>

long sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(long n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
}

void *by_three(void *unused)
{
    for (int i = 0; i < 3000; i++)
        add(3);
    return unused;
}

void *by_one(void *unused)
{
    for (unsigned short i = 0; i < 5000; i++)
        add(1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, by_three, 0);
    pthread_create(&b, 0, by_one, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 14000);
    return 0;
}
