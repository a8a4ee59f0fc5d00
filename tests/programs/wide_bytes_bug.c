/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The address of a function, and that of a variable, are copied byte by byte. */
#include <pthread.h>
static int value, other;
static void add(void) { value++; }
static void (*function)(void) = add, (*copy)(void);
static int *address = &other, *second;
static void *work(void *unused)
{
    for (unsigned i = 0; i < sizeof copy; i++) {
        ((char *)&copy)[i] = ((char *)&function)[i];
        ((char *)&second)[i] = ((char *)&address)[i];
    }
    copy();
    ++*second;
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
