/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* One procedure shows a thread-local variable to another thread, another procedure of its own thread writes it. The procedures are too large to be
 * inlined: both mean the same variable all the same. */
#include <pthread.h>
static _Thread_local int mine[4];
static int *shown;
static int work(int k)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum = sum > k ? sum - i * k : sum + i;
    for (int i = 0; i < 9; i++)
        sum ^= k > i ? i * sum : k + i;
    return sum;
}
static void show(int k)
{
    for (int i = 0; i < 3; i++)
        shown = work(i + k) > 3 ? mine : &mine[0];
    for (int i = 0; i < 5; i++)
        work(i * k);
}
static void write_own(int k)
{
    for (int i = 0; i < 3; i++)
        mine[0] = work(i + k) > 3 ? i : k;
    for (int i = 0; i < 5; i++)
        work(i * k);
}
static void *other(void *unused) { shown[0] = 7; return unused; }
int main(void)
{
    pthread_t t;
    show(1);
    pthread_create(&t, NULL, other, NULL);
    write_own(2);
    pthread_join(t, NULL);
    return 0;
}
