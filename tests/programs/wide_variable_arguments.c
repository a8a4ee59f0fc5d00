/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Two functions with variable arguments: what one of them is given the other does not see. */
#include <pthread.h>
#include <stdarg.h>

int mine, yours;

static void set(int arguments, ...)
{
    va_list list;
    va_start(list, arguments);
    for (int k = 0; k < arguments; k++)
        *va_arg(list, int *) = k;
    va_end(list);
}

static void clear(int arguments, ...)
{
    va_list list;
    va_start(list, arguments);
    for (int k = 0; k < arguments; k++)
        *va_arg(list, int *) = 0;
    va_end(list);
}

static void *work(void *unused)
{
    for (int k = 0; k < 10; k++)
        set(1, &mine);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    for (int k = 0; k < 10; k++)
        clear(1, &yours);
    pthread_join(worker, NULL);
    return 0;
}
