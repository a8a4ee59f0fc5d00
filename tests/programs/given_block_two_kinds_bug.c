/* heddle: race=FALSE; engines: auto */
/* Threads of one kind get a block of their own, or one that all share. */
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int common;

void *serves(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

int main(void)
{
    for (;;) {
        int *block = malloc(sizeof *block);
        pthread_t t;
        if (__VERIFIER_nondet_int())
            pthread_create(&t, 0, serves, &common);
        pthread_create(&t, 0, serves, block);
    }
}
