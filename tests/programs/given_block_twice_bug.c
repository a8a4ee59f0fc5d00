/* heddle: race=FALSE; engines: auto */
/* Two threads of the same kind are given one block. */
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

void *serves(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

int main(void)
{
    for (;;) {
        int *block = malloc(sizeof *block);
        do {
            pthread_t t;
            pthread_create(&t, 0, serves, block);
        } while (__VERIFIER_nondet_int());
    }
}
