/* heddle: reach=TRUE; engines: explore bounded */
/* Functions that read variable arguments, directly and through a list, in two threads at a time. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

static long long mixed(const char *types, ...)
{
    va_list list, again;
    long long s = 0;
    va_start(list, types);
    va_copy(again, list);
    for (; *types; types++)
        switch (*types) {
        case 'i': s += va_arg(list, int); break;
        case 'l': s += va_arg(list, long long); break;
        case 'p': s += *va_arg(list, int *); break;
        case 'd': (void)va_arg(list, double); break;
        }
    s += va_arg(again, int);
    va_end(list);
    va_end(again);
    return s;
}

static int rest(int n, va_list list)
{
    int s = 0;
    while (n--)
        s += va_arg(list, int);
    return s;
}

static int nested(int n, ...)
{
    va_list list;
    int x = sum(2, 50, 60);
    va_start(list, n);
    x += rest(n, list);
    va_end(list);
    return x;
}

int g = 7, r[2];

void *thread(void *x)
{
    r[(long)x] = sum(3, (int)(long)x, 10, 100);
    return 0;
}

int main(void)
{
    int (*pointer)(int, ...) = sum;
    pthread_t a, b;
    assert(sum(7, 1, 1, 1, 1, 1, 1, 1) == 7 && sum(0) == 0 && pointer(2, 8, 9) == 17);
    assert(mixed("ildpi", 1, 1LL << 40, 2.5, &g, -3) == 1 + (1LL << 40) + 7 - 3 + 1);
    assert(nested(2, 3, 4) == 117);
    pthread_create(&a, 0, thread, (void *)0);
    pthread_create(&b, 0, thread, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r[0] == 110 && r[1] == 111);
    return 0;
}
