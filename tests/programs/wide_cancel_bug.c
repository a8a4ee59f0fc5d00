/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread that is cancelled has not joined its child. */
#include <pthread.h>
static int value;
static void *child(void *unused) { value++; return unused; }
static void *parent(void *unused)
{
    pthread_t c;
    pthread_create(&c, NULL, child, NULL);
    pthread_join(c, NULL);
    return unused;
}
int main(void)
{
    pthread_t p;
    pthread_create(&p, NULL, parent, NULL);
    pthread_cancel(p);
    pthread_join(p, NULL);
    value--;
    return 0;
}
