/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Each thread writes to the element of the next one. */
#include <pthread.h>
static int results[64], limit, sum;
static void put(int number) { results[number + 1] = number; }
static void *work(void *argument)
{
    long number = (long)argument;
    put((int)number);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t ids[64];
    limit = argc + (argv[0] != NULL);
    for (int i = 0; i < limit; i++) {
        results[i] = 0;
        pthread_create(&ids[i], NULL, work, (void *)(long)i);
    }
    for (int i = 0; i < limit; i++) {
        pthread_join(ids[i], NULL);
        sum += results[i];
    }
    return sum;
}
