/* heddle: memory=FALSE */
/* One thread too many: its slot lies behind the block. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int *block;

static void *thread(void *argument)
{
    int mine = (int)(long)argument;
    block[mine] = mine;
    if (block[mine] != mine)
        reach_error();
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    block = malloc(n * sizeof *block);
    if (!block)
        return 1;
    for (int i = 0; i <= n; i++) {
        pthread_t t;
        pthread_create(&t, 0, thread, (void *)(long)i);
    }
    pthread_exit(0);
}
