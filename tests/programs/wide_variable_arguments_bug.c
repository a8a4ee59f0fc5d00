/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* An address comes by a variable argument, and by a union. */
#include <pthread.h>
#include <stdarg.h>
static int value, other;
union both { int *pointer; unsigned long number; };
static void add(int n, ...)
{
    va_list all;
    va_start(all, n);
    for (int i = 0; i < n; i++)
        ++*va_arg(all, int *);
    va_end(all);
}
static void *work(void *unused)
{
    union both b;
    add(1, &value);
    b.number = (unsigned long)&other;
    ++*b.pointer;
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    value--;
    other--;
    pthread_join(a, NULL);
    return 0;
}
