/* heddle: race=FALSE reach=FALSE; engines: auto */
/* The same, but main writes to the block once the thread has it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int file, sum;
};

void *serves(void *argument)
{
    struct connection *c = argument;
    c->sum = c->file + 1;
    assert(c->sum == c->file + 1);
    return 0;
}

int main(void)
{
    for (;;) {
        struct connection *c = malloc(sizeof *c);
        pthread_t t;
        c->file = __VERIFIER_nondet_int() & 255;
        pthread_create(&t, 0, serves, c);
        c->sum = 7;
    }
}
