/* heddle: deadlock=TRUE; engines: progress */
/* Digits are taken off a number while a lock is held: it is zero in the end, so the lock is given back. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sums;

static void *write_number(void *argument)
{
    unsigned long number = (unsigned long)argument + 1234567890123;
    pthread_mutex_lock(&lock);
    int sum = 0;
    do {
        sum ^= (int)(number % 10);
        number /= 10;
    } while (number);
    sums ^= sum;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (unsigned long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, write_number, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
