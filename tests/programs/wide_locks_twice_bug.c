/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* Who calls holds the lock that the callee takes, by another name. */
#include <pthread.h>
struct box { pthread_mutex_t lock; int value; };
static struct box box = {PTHREAD_MUTEX_INITIALIZER, 0};
static void add(struct box *b)
{
    pthread_mutex_lock(&b->lock);
    b->value++;
    pthread_mutex_unlock(&b->lock);
}
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        pthread_mutex_lock(&box.lock);
    add(&box);
    return 0;
}
