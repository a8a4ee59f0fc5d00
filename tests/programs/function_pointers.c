/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A table of functions, a function as argument, a thread function chosen at run time. */
#include <assert.h>
#include <pthread.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add, subtract};

static int fold(int (*f)(int, int), int n)
{
    int result = 0;
    for (int i = 1; i <= n; i++)
        result = f(result, i);
    return result;
}

int x;
static void *plus(void *unused)
{
    x = fold(operations[0], 3);
    return unused;
}
static void *minus(void *unused)
{
    x = fold(operations[1], 3);
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        void *(*f)(void *) = i ? minus : plus;
        pthread_create(&t, NULL, f, NULL);
        pthread_join(t, NULL);
        assert(x == (i ? -6 : 6));
    }
    return 0;
}
