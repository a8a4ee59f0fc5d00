/* heddle: reach=UNKNOWN; engines: explore; reason: a long double, or what is aligned as one, as a variable argument */
/* What is not modelled is called by its name. */
#include <assert.h>
#include <stdarg.h>

static long double last(int count, ...)
{
    va_list list;
    va_start(list, count);
    long double x = va_arg(list, long double);
    va_end(list);
    return x;
}

int main(void)
{
    assert(last(1, 2.0L) > 0);
    return 0;
}
