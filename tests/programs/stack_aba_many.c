/* heddle: reach=FALSE; engines: random */
/* A stack whose cells are used again: one pop is interrupted between reading the next cell and the exchange, and six other threads
 * run meanwhile. Few interruptions, many threads. */
#include <assert.h>
#include <pthread.h>

enum { CELLS = 4, NOBODY = -1 };

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int top = NOBODY, next[CELLS], used[CELLS];
int pushed, popped;

static int take_cell(void)
{
    __VERIFIER_atomic_begin();
    int cell = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= cell && cell < CELLS && !used[cell]);
    used[cell] = 1;
    __VERIFIER_atomic_end();
    return cell;
}

static int exchange(int from, int to)
{
    int done = 0;
    __VERIFIER_atomic_begin();
    if (top == from) {
        top = to;
        done = 1;
    }
    __VERIFIER_atomic_end();
    return done;
}

static void *push(void *unused)
{
    int cell = take_cell(), old = top;
    next[cell] = old;
    __VERIFIER_atomic_begin();
    pushed++;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(exchange(old, cell));
    return unused;
}

static void *pop(void *unused)
{
    int old = top;
    if (old == NOBODY)
        return unused;
    int below = next[old];
    __VERIFIER_assume(exchange(old, below));
    __VERIFIER_atomic_begin();
    used[old] = 0;
    popped++;
    assert(popped <= pushed);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, push, NULL);
    pthread_create(&t, NULL, push, NULL);
    pthread_create(&t, NULL, push, NULL);
    pthread_create(&t, NULL, pop, NULL);
    pthread_create(&t, NULL, pop, NULL);
    pthread_create(&t, NULL, pop, NULL);
    pthread_create(&t, NULL, pop, NULL);
    return 0;
}
