/* As right.c, but under is written without the lock once. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int before, under, after;
static void lend(int depth)
{
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (depth)
        lend(depth - 1);
}
static void add(int by)
{
    pthread_mutex_lock(&m);
    under++;
    pthread_mutex_unlock(&m);
    if (by)
        add(by - 1);
}
static void *work(void *number)
{
    int own = *(int *)number;
    add(own);
    pthread_mutex_lock(&m);
    lend(own);
    pthread_mutex_unlock(&m);
    under--;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    after = before;
    return number;
}
int main(void)
{
    pthread_t t;
    int number = 2, mine[2] = {1, 2};
    before = mine[number & 1];
    pthread_create(&t, 0, work, &number);
    add(1);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    return after;
}
