/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* A flag that is up only while announce(), which is cut, runs: others see that, too. */
#include <pthread.h>
#include <stdio.h>

static int count, total;
static _Atomic int flag;

static void announce(int n)
{
    int sum = 0;
    flag = 1;
    for (int i = 0; i < n; i++) {
        sum += i * i;
        printf("%d of %d\n", sum, total);
    }
    for (int i = 0; i < n; i++)
        sum ^= i;
    total = sum;
    flag = 0;
}

static void *work(void *unused)
{
    if (flag)
        count++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    announce(2);
    count = 3;
    pthread_join(thread, 0);
    return count;
}
