/* Every kind of fact is needed here. */
#include <pthread.h>
#include <setjmp.h>
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
static void take(jmp_buf *error, int depth)
{
    if (depth > 5)
        longjmp(*error, 1);
    if (depth)
        take(error, depth - 1);
    else
        pthread_mutex_lock(&m);
}
static void *work(void *number)
{
    int own = *(int *)number;
    jmp_buf error;
    if (setjmp(error) == 0) {
        take(&error, own);
        under++;
        pthread_mutex_unlock(&m);
    }
    add(own);
    pthread_mutex_lock(&m);
    lend(own);
    under--;
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
