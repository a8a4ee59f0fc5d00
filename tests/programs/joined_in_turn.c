/* heddle: reach=TRUE; engines: guess */
/* As many threads as an input says, whose ids lie in a block: a loop that goes through the block joins each once. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count;

static void *thread(void *argument)
{
    if ((int)(long)argument >= count)
        reach_error();
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 1000)
        return 0;
    count = n;
    pthread_t *ids = malloc(n * sizeof *ids);
    if (!ids)
        return 1;
    for (int k = 0; k < n; k++)
        pthread_create(&ids[k], 0, thread, (void *)(long)k);
    while (i < n)
        pthread_join(ids[i++], 0);
    return 0;
}
