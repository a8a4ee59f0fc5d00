/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Members that are only ever copied are accessed all the same. */
#include <pthread.h>
struct pair { long a, b, c, d; };
static struct pair one, two, three;
static void *work(void *unused) { one = two; return unused; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    three = one;
    pthread_join(a, NULL);
    return 0;
}
