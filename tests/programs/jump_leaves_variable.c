/* heddle: memory=FALSE; engines: explore auto */
/* longjmp ends the functions between it and setjmp, and their local variables: what still leads to one of them leads nowhere. */
#include <setjmp.h>

static jmp_buf begin;
static int *last;

static void work(int n)
{
    int mine = n;
    last = &mine;
    if (mine)
        longjmp(begin, 1);
    mine = 2;
}

int main(void)
{
    if (!setjmp(begin)) {
        last = 0;
        work(3);
    }
    return *last;
}
