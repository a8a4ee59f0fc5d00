/* heddle: reach=FALSE; engines: auto */
/* A block that is allocated after one was freed may hold anything. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

void *serves(void *argument)
{
    assert(*(int *)argument != 5);
    return 0;
}

int main(void)
{
    for (int rounds = 0;; rounds = 1) {
        int *block = malloc(sizeof *block);
        pthread_t t;
        if (!rounds)
            *block = 1;
        if (__VERIFIER_nondet_int() || !rounds) {
            free(block);
            continue;
        }
        pthread_create(&t, 0, serves, block);
    }
}
