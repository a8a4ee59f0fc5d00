/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* What is computed from an address by a remainder is a number: that it lies where pointers lie, too, does not make it one. */
#include <pthread.h>
#include <stdint.h>
static struct { long first, second; } x;
static union { long *pointer; uintptr_t number; } cell;
static void *work(void *unused)
{
    x.second = 1;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t a;
    (void)argv;
    cell.pointer = &x.first;
    if (argc > 1) {
        cell.number = cell.number % 307;
        return (int)cell.number;
    }
    pthread_create(&a, NULL, work, NULL);
    *cell.pointer = 2;
    pthread_join(a, NULL);
    return 0;
}
