/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* An address that is moved as a number is an address. */
#include <pthread.h>
#include <stdint.h>
static struct { long first, second; } x;
static union { long *pointer; uintptr_t number; } cell;
static void *work(void *unused)
{
    x.second = 1;
    return unused;
}
int main(void)
{
    pthread_t a;
    cell.pointer = &x.first;
    cell.number += 8;
    pthread_create(&a, NULL, work, NULL);
    *cell.pointer = 2;
    pthread_join(a, NULL);
    return 0;
}
