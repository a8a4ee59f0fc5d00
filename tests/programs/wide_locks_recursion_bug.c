/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* A function that calls itself with the lock of its caller. */
#include <pthread.h>
struct box { pthread_mutex_t lock; };
static struct box boxes[2] = {{PTHREAD_MUTEX_INITIALIZER}, {PTHREAD_MUTEX_INITIALIZER}};
static void walk(struct box *b, int n)
{
    pthread_mutex_lock(&b->lock);
    if (n)
        walk(n > 2 ? b : &boxes[1], 0);
    pthread_mutex_unlock(&b->lock);
}
int main(int argc, char **argv)
{
    (void)argv;
    walk(&boxes[0], argc);
    return 0;
}
