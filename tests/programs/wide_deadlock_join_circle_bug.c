/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* Three threads join each other in a circle. */
#include <pthread.h>
static pthread_t ids[3];
static void *f(void *number)
{
    int *n = number;
    while (!__atomic_load_n(&ids[(*n + 1) % 3], __ATOMIC_SEQ_CST))
        ;
    pthread_join(ids[(*n + 1) % 3], 0);
    return 0;
}
int main(void)
{
    static int number[3] = {0, 1, 2};
    for (int k = 0; k < 3; k++)
        pthread_create(&ids[k], 0, f, &number[k]);
    pthread_exit(0);
}
