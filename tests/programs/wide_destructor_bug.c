/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The destructor of a key runs when its thread ends, beside main. */
#include <pthread.h>
static int value;
static pthread_key_t key;
static void last(void *p) { ++*(int *)p; }
static void *work(void *unused) { pthread_setspecific(key, &value); return unused; }
int main(void)
{
    pthread_t a;
    pthread_key_create(&key, last);
    pthread_create(&a, NULL, work, NULL);
    value--;
    pthread_join(a, NULL);
    return 0;
}
