/* heddle: reach=UNKNOWN; engines: explore; reason: a vector as a variable argument */
/* What is not modelled is called by its name. */
#include <assert.h>
#include <stdarg.h>

typedef float four __attribute__((vector_size(16)));

static float last(int count, ...)
{
    va_list list;
    va_start(list, count);
    four x = va_arg(list, four);
    va_end(list);
    return x[3];
}

int main(void)
{
    four x = {1, 2, 3, 4};
    assert(last(1, x) > 0);
    return 0;
}
