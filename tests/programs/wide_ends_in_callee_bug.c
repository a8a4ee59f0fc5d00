/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread that ends in a procedure that it calls has not joined its child: to join the thread is not to join the child. */
#include <pthread.h>
static int value;
static void *child(void *unused) { value++; return unused; }
static void count(int n)
{
    if (n == 100)
        pthread_exit(NULL);
    if (n > 0)
        count(n - 1);
}
static void *parent(void *unused)
{
    pthread_t c;
    pthread_create(&c, NULL, child, NULL);
    count(*(int *)unused);
    pthread_join(c, NULL);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t p;
    (void)argv;
    pthread_create(&p, NULL, parent, &argc);
    pthread_join(p, NULL);
    value--;
    return 0;
}
