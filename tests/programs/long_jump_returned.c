/* heddle: reach=UNKNOWN; engines: explore; reason: has returned */
/* A jump to a call of a function that has returned has no meaning, though the function is running again. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf buffer;
static volatile int landed;

static void twice(int again)
{
    if (again)
        longjmp(buffer, 1);
    if (setjmp(buffer))
        landed = 1;
}

int main(void)
{
    twice(0);
    twice(1);
    assert(landed);
    return 0;
}
