/* heddle: reach=TRUE; engines: explore bounded */
/* Labels as values: a threaded interpreter, a table of differences, and labels of another function. */
#include <assert.h>

enum { PUSH, ADD, DOUBLE, STOP };
static const int program[] = {PUSH, 3, PUSH, 4, ADD, DOUBLE, STOP};

static int interpret(const int *code)
{
    static const void *const steps[] = {&&push, &&add, &&twice, &&stop};
    int stack[4], top = 0;
    goto *steps[*code];
push:
    stack[top++] = *++code;
    goto *steps[*++code];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *steps[*++code];
twice:
    stack[top - 1] *= 2;
    goto *steps[*++code];
stop:
    return stack[top - 1];
}

static int choose(int which)
{
    static const int distances[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
    goto *(&&zero + distances[which]);
zero:
    return 10;
one:
    return 20;
two:
    return 30;
}

int main(void)
{
    void *end = &&last;
    assert(interpret(program) == 14);
    assert(choose(0) == 10 && choose(1) == 20 && choose(2) == 30);
    assert(end);
    goto *end;
    assert(0);
last:
    return 0;
}
