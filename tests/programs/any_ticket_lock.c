/* heddle: reach=TRUE; engines: monotone */
/* The ticket lock (Kaiser's thesis, Fig. 5) for any number of threads: tickets differ between any two threads. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned serving = 1, next = 1;
static int inside;

static void *thread(void *unused)
{
    while (1) {
        unsigned mine;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(next != UINT_MAX); /* after so many tickets two would be equal */
        mine = next;
        next = next + 1;
        __VERIFIER_atomic_end();
        while (mine != serving)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        serving = serving + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
