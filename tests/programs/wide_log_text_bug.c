/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A function with any number of arguments hands them on to the library, which finds a text there that the other thread changes. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char last[80];
static char name[8] = "worker";
static void say(const char *format, ...)
{
    char text[80];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    pthread_mutex_lock(&m);
    snprintf(last, sizeof last, "%s", text);
    pthread_mutex_unlock(&m);
}
static void *work(void *a)
{
    int id = *(int *)a;
    name[0] = (char)('a' + id);
    for (int i = 0; i < 100; i++)
        say("%s %d", name, i);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    int ids[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, &ids[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    puts(last);
    puts(name);
    return 0;
}
