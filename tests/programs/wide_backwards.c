/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A pointer that is moved backwards step by step, in a structure that others of its kind are copied from: what is known of it does not get longer and longer. */
#include <pthread.h>
#include <stdlib.h>
struct place { int *at; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct place last;
static int numbers[64];
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!last.at)
        last.at = numbers;
    if (last.at > numbers)
        last.at = (int *)((char *)last.at - 4);
    *last.at += 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
