/* heddle: reach=TRUE; engines: explore bounded */
/* Structures of all sizes as variable arguments. */
#include <assert.h>
#include <stdarg.h>

struct small {
    char c[3];
};
struct pair {
    double d;
    long n;
};
struct reals {
    float x, y;
};
struct large {
    int a[5];
    char end;
};

static int sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    struct small s = va_arg(list, struct small);
    int r = s.c[0] + s.c[2] + va_arg(list, int);
    struct pair p = va_arg(list, struct pair);
    struct large l = va_arg(list, struct large);
    struct reals f = va_arg(list, struct reals);
    r += (int)p.d + (int)p.n + l.a[0] + l.a[4] + l.end + (int)f.x + (int)f.y + (int)va_arg(list, long);
    va_end(list);
    return count + r;
}

int main(void)
{
    struct small s = {{1, 2, 3}};
    struct pair p = {10.0, 20};
    struct large l = {{100, 0, 0, 0, 200}, 50};
    struct reals f = {1000.0f, 2000.0f};
    assert(sum(0, s, 5, p, l, f, 10000L) == 13389);
    return 0;
}
