/* heddle: deadlock=TRUE; engines: wide; options: --undefined=assume */
/* Loops that count end, and the lock is given back. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int cells[8], count;
static int sum(int from, int to)
{
    int total = 0;
    for (int i = from; i < to; i++)
        total += cells[i];
    return total;
}
static void *f(void *unused)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 8; i++) {
        unsigned n = (unsigned)cells[i];
        while (n--)
            count += sum(0, i);
        int k = 3;
        do
            cells[i] += k;
        while (--k > 0);
    }
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
