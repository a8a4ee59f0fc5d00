/* heddle: reach=UNKNOWN; engines: random; options: --timeout 3; reason: what a conversion of printf prints|how much a conversion of printf prints */
/* A floating-point number too small to be known, which fills its width, printed by a function with a list of arguments: it may be as long as the width, and no longer. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static char text[8];

static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return n;
}

int main(void)
{
    assert(print("%4.1f", 1e-30) != 4);
    return 0;
}
