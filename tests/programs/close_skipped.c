/* heddle: race=TRUE; engines: auto; options: --resolution=close --undefined=assume */
/* What is cut certainly sets the flag: a schedule on which it does not relies on that. */
#include <pthread.h>
#include <stdio.h>

static int ready, data, sum;

static void prepare(int n)
{
    sum += n;
    printf("%d at %d\n", sum, n);
    sum ^= n * 3;
    printf("%d at %d\n", sum, n + 1);
    sum += n / 7;
    printf("%d at %d\n", sum, n + 2);
    sum ^= n << 4;
    printf("%d at %d\n", sum, n + 3);
    sum -= n & 5;
    printf("%d at %d\n", sum, n + 4);
    sum ^= n >> 1;
    printf("%d at %d\n", sum, n + 5);
    sum += n | 8;
    printf("%d at %d\n", sum, n + 6);
    ready = 1;
}

static void *work(void *unused)
{
    if (!ready)
        data = 1;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    prepare(argc);
    prepare(argc + 1);
    pthread_create(&thread, NULL, work, NULL);
    data = 2;
    pthread_join(thread, NULL);
    return 0;
}
