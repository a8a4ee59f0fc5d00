/* heddle: reach=UNKNOWN; engines: explore bounded; reason: indeterminate */
/* A local variable that is not volatile, changed between setjmp and longjmp: C does not say what it holds. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf here;

int main(void)
{
    int changed = 0;
    if (setjmp(here) == 0) {
        changed = 1;
        longjmp(here, 1);
    }
    assert(changed == 1);
    return 0;
}
