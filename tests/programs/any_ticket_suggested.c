/* heddle: reach=TRUE; engines: monotone; options: --no-discovery */
/* The ticket lock with the predicates in its text: (27) to (29) of Kaiser's thesis for pairs, and what they rest on. */
#include <assert.h>
#include <limits.h>

extern void __CPROVER_assume(_Bool), __CPROVER_atomic_begin(void), __CPROVER_atomic_end(void);

#ifndef __clang__
#define __CPROVER_predicate(e)
#endif
#define LAST UINT_MAX

static unsigned s = 1, t = 1;
static int inside;

static void thread(void)
{
    while (1) {
        unsigned m, copy;
        __CPROVER_predicate(m != m_P);
        __CPROVER_predicate(m < t);
        __CPROVER_predicate(m == s);
        __CPROVER_predicate(s < m);
        __CPROVER_predicate(s < t);
        __CPROVER_predicate(t != LAST);
        __CPROVER_predicate(copy == s);
        __CPROVER_atomic_begin();
        __CPROVER_assume(t != LAST);
        m = t;
        t = t + 1;
        __CPROVER_atomic_end();
        while (m != s)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        copy = s;
        s = copy + 1;
    }
}

int main(void)
{
    while (1) {
        __CPROVER_ASYNC_1: thread();
    }
}
