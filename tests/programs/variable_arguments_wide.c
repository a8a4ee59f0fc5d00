/* heddle: reach=TRUE; engines: explore bounded */
/* Variable arguments of two slots: a long double lies aligned on the stack, an integer of 128 bits does so only if no registers are left. */
#include <assert.h>
#include <stdarg.h>

struct three {
    long a, b, c;
};

static long sum(int count, ...)
{
    va_list list;
    long s = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        s += va_arg(list, int);
        s += va_arg(list, int);
        s += (long)(va_arg(list, __int128) >> 64);
        s += (long)va_arg(list, long double);
        s += va_arg(list, struct three).c;
        s += (long)va_arg(list, double);
    }
    va_end(list);
    return s;
}

static long high(int count, ...)
{
    va_list list;
    va_start(list, count);
    int x = va_arg(list, int), y = va_arg(list, int);
    __int128 z = va_arg(list, __int128);
    va_end(list);
    return x + y + (long)(z >> 64);
}

int main(void)
{
    struct three t = {1, 2, 3};
    assert(high(3, 1, 2, (__int128)5 << 64, 9L) == 8);
    assert(sum(2, 1, 2, (__int128)5 << 64, 7.0L, t, 2.5, 10, 20, (__int128)50 << 64, 70.0L, t, 20.5) == 193);
    return 0;
}
