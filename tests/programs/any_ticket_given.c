/* heddle: reach=TRUE; engines: monotone; options: --no-discovery --predicate m!=m_P --predicate m<t --predicate m==s --predicate s<m --predicate s<t --predicate t!=-1 --predicate copy==s */
/* The ticket lock with predicates of the user's alone: (27) to (29) of Kaiser's thesis for pairs, and what they rest on. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned s = 1, t = 1;
static int inside;

static void *thread(void *unused)
{
    while (1) {
        unsigned m, copy;
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(t != UINT_MAX);
        m = t;
        t = t + 1;
        __VERIFIER_atomic_end();
        while (m != s)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        copy = s;
        s = copy + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
