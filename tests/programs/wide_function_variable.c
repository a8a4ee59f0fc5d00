/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Memory that is allocated through a variable which holds malloc and nothing else: each call of new_lock makes another lock. */
#include <pthread.h>
#include <stdlib.h>
static void *(*get)(size_t) = malloc;
struct lock { pthread_mutex_t mutex; long value; };
static struct lock *new_lock(void)
{
    struct lock *l = get(sizeof *l);
    if (!l)
        exit(1);
    pthread_mutex_init(&l->mutex, NULL);
    l->value = 0;
    return l;
}
static struct lock *one, *two;
static int first, second;
static void *work(void *unused)
{
    pthread_mutex_lock(&one->mutex);
    first++;
    pthread_mutex_unlock(&one->mutex);
    pthread_mutex_lock(&two->mutex);
    second++;
    pthread_mutex_unlock(&two->mutex);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    one = new_lock();
    two = new_lock();
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    return 0;
}
