/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_order.c, but the child is not joined by who created it: it may
 * live on when its parent has ended. */
#include <pthread.h>
static int input, output, relay, deep;
static void *child(void *unused) { deep = input; return unused; }
static void *first(void *unused)
{
    pthread_t c;
    pthread_create(&c, NULL, child, NULL);
    relay = deep + 1;
    return unused;
}
static void *second(void *unused) { output = relay + input + deep; return unused; }
static void finish(void) { input = output; }
int main(void)
{
    pthread_t a, b;
    input = 1;
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    relay++;
    pthread_create(&b, NULL, second, NULL);
    pthread_join(b, NULL);
    finish();
    return output;
}
