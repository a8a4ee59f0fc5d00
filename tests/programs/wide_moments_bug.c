/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Both procedures run in both threads, with the same locks: but one of them runs in main before the other thread begins, and the other one after. */
#include <pthread.h>
static int value;
static void early(int n)
{
    value += n;
    if (n > 0)
        early(n - 1);
}
static void late(int n)
{
    value += n;
    if (n > 0)
        late(n - 1);
}
static void *work(void *unused)
{
    early(3);
    late(3);
    return unused;
}
int main(void)
{
    pthread_t a;
    early(2);
    pthread_create(&a, NULL, work, NULL);
    late(2);
    pthread_join(a, NULL);
    return 0;
}
