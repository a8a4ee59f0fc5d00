/* heddle: reach=FALSE; engines: explore bounded */
/* As programs for CBMC are written: nondet_T() and assert are declared nowhere, and types have CBMC's names. Only the last assertion fails. */
#ifndef __clang__ /* so that gcc compiles it */
#define __CPROVER_thread_local __thread
#define __CPROVER_bool _Bool
#endif

__CPROVER_thread_local int mine = 1;
static __CPROVER_bool flag;

int main(void)
{
    unsigned x = nondet_uint();
    double half = 0.5;
    __CPROVER_assume(x > 3 && x < 10);
    flag = 2;
    assert(flag == 1);
    assert(mine);
    assert(half);
    assert(&mine);
    assert(x != 7);
    return 0;
}
