/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A structure with a lock is passed by value: the procedure locks its copy, the thread that it creates the original. */
#include <pthread.h>
struct guarded { pthread_mutex_t lock; int *value; };
static int value;
static struct guarded both = {PTHREAD_MUTEX_INITIALIZER, &value};
static void *work(void *unused)
{
    pthread_mutex_lock(&both.lock);
    value++;
    pthread_mutex_unlock(&both.lock);
    return unused;
}
static void add(struct guarded g, int n)
{
    if (n > 0) {
        add(g, n - 1);
        return;
    }
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&g.lock);
    value--;
    pthread_mutex_unlock(&g.lock);
    pthread_join(a, NULL);
}
int main(void)
{
    add(both, 2);
    return 0;
}
