/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* One argument more is read than there is. */
#include <stdarg.h>

int sum(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(void) { return sum(3, 1, 2); }
