/* heddle: reach=FALSE; engines: explore modular */
/* longjmp never makes setjmp return 0; the calls in between are gone. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf buffer;
static int depth;

static int dive(int n)
{
    depth++;
    if (n == 0)
        longjmp(buffer, 0);
    n = dive(n - 1) + 1;
    depth--;
    return n;
}

int main(void)
{
    if (setjmp(buffer) == 0)
        return dive(3);
    assert(depth == 0);
    return 0;
}
