/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_numbers_put.c, but a number changes before its thread has read it. */
#include <pthread.h>
#define N 50
static int ids[N], other;
static long sums[N];
static void *work(void *a)
{
    int me = *(int *)a;
    for (int i = 0; i < 100; i++)
        sums[me] += i;
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t[N];
    long sum = 0;
    (void)argv;
    other = argc;
    for (int i = 0; i < N; i++) {
        ids[i] = i;
        pthread_create(&t[i], NULL, work, &ids[i]);
    }
    ids[0] = 1;
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < N; i++)
        sum += sums[i];
    return sum == other;
}
