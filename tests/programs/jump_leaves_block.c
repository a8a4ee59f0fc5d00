/* heddle: memory=FALSE; engines: auto */
/* A jump out of an inner block, in one function; and out of a function that is called through a pointer. */
#include <setjmp.h>

static jmp_buf begin;
static int *last, some;

static void one(int n)
{
    int mine = n;
    last = &mine;
    longjmp(begin, 1);
}

static void other(int n)
{
    some = n;
    last = &some;
    longjmp(begin, 2);
}

static void (*const functions[])(int) = {one, other};

int main(int count, char **texts)
{
    (void)texts;
    switch (setjmp(begin)) {
    case 0: functions[count & 1](count); break;
    case 1: *last = 1; break;
    }
    if (!setjmp(begin)) {
        int inner = 1;
        last = &inner;
        longjmp(begin, 1);
    }
    return 0;
}
