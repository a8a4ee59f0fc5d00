/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The distance between two variables is a number; added to the address of one, it is the address of the other. */
#include <pthread.h>
#include <stdint.h>
static long here, there;
static uintptr_t apart;
static void *work(void *unused)
{
    *(long *)((uintptr_t)&here + apart) = 1;
    return unused;
}
int main(void)
{
    pthread_t a;
    apart = (uintptr_t)&there - (uintptr_t)&here;
    pthread_create(&a, NULL, work, NULL);
    there = 2;
    pthread_join(a, NULL);
    return 0;
}
