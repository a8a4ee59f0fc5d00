/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* As close_handshake, but what is cut sets the flag, too early. */
#include <pthread.h>
#include <stdio.h>

static int count, flag, largest, table[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compute(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += i * i;
        table[i & 15] = sum;
        if (sum > 100)
            flag = largest = sum;
    }
    for (int i = 0; i < n; i++) {
        sum ^= table[i & 15];
        printf("%d of %d\n", sum, largest);
    }
    return sum;
}

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int ready = flag;
        pthread_mutex_unlock(&lock);
        if (ready)
            break;
    }
    count++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    compute(9);
    pthread_create(&thread, 0, work, 0);
    count = 3;
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
    compute(12);
    pthread_join(thread, 0);
    return count;
}
