/* heddle: memory=UNKNOWN; engines: explore auto; reason: a jump out of a block with an array of variable length|time limit */
/* An array of variable length ends with its block, by a jump too. */
#include <setjmp.h>

static jmp_buf begin;
static int length = 3, *last;

int main(void)
{
    if (!setjmp(begin)) {
        int numbers[length];
        last = numbers;
        *last = 1;
        longjmp(begin, 1);
    }
    return *last;
}
