/* heddle: deadlock=TRUE; engines: auto; options: --undefined=assume */
/* Too many states to look at all of them; the locks are always taken in the same order. */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long x, y;
static void *f(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&a);
        x += y + 3;
        if (x % 7 == 2) {
            pthread_mutex_lock(&b);
            y += x;
            pthread_mutex_unlock(&b);
        }
        pthread_mutex_unlock(&a);
    }
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
