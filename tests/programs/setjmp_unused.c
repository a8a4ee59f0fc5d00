/* heddle: reach=TRUE; engines: explore */
/* setjmp without longjmp returns 0. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;

int main(void)
{
    assert(setjmp(place) == 0);
    return 0;
}
