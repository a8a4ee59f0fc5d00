/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: there are calls of which nothing is known */
/* A function through a pointer that is known, or comes from a library that is not seen: it may do anything. */
#include <dlfcn.h>
#include <pthread.h>
static int value;
static void nothing(void) {}
static void *work(void *unused)
{
    pthread_mutex_t *none = unused;
    (void)none;
    value++;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t a;
    void (*f)(void) = argc > 1 ? nothing : (void (*)(void))dlsym(NULL, argv[0]);
    f();
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    value++;
    return 0;
}
