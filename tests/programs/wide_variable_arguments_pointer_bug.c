/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What the thread writes is passed as a variable argument, through a pointer to a function that was given something else before. */
#include <pthread.h>
#include <stdarg.h>

int count, other;

static void add(int arguments, ...)
{
    va_list list;
    va_start(list, arguments);
    ++*va_arg(list, int *);
    va_end(list);
}

void (*volatile todo)(int, ...) = add;

static void *work(void *unused)
{
    todo(1, &count);
    return unused;
}

int main(void)
{
    pthread_t worker;
    add(1, &other);
    pthread_create(&worker, NULL, work, NULL);
    count++;
    pthread_join(worker, NULL);
    return count;
}
