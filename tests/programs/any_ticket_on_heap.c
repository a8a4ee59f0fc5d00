/* heddle: reach=TRUE; engines: monotone */
/* The ticket lock for any number of threads, with counters that main allocates and sets: as good as variables with an initializer. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned *serving, *next;
static int *inside;

static void *thread(void *unused)
{
    while (1) {
        unsigned mine;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(*next != UINT_MAX);
        mine = *next;
        *next = *next + 1;
        __VERIFIER_atomic_end();
        while (mine != *serving)
            ;
        *inside += 1;
        assert(*inside == 1);
        *inside -= 1;
        *serving = *serving + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    serving = malloc(sizeof *serving);
    next = malloc(sizeof *next);
    inside = malloc(sizeof *inside);
    *serving = 1;
    *next = 1;
    *inside = 0;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
