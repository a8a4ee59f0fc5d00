/* heddle: race=FALSE */
/* Each slice goes one element into the next one. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *block;

static void *thread(void *argument)
{
    int mine = (int)(long)argument;
    for (int k = mine * 4; k <= mine * 4 + 4; k++)
        block[k] = mine;
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    block = malloc((n * 4 + 1) * sizeof *block);
    if (!block)
        return 1;
    for (int i = 0; i < n; i++) {
        pthread_t t;
        pthread_create(&t, 0, thread, (void *)(long)i);
    }
    pthread_exit(0);
}
