/* heddle: reach=UNKNOWN; engines: explore; reason: longjmp to a function that calls itself */
/* Handlers of several calls of one function: to which call a jump goes is not modelled. */
#include <assert.h>
#include <setjmp.h>

struct handler {
    jmp_buf buffer;
    struct handler *outer;
};

static struct handler *top;
static int caught;

static void run(int n)
{
    struct handler h;
    h.outer = top;
    top = &h;
    if (setjmp(h.buffer) == 0) {
        if (n)
            run(n - 1);
        else
            longjmp(top->buffer, 1);
        return;
    }
    top = h.outer;
    caught++;
    if (top)
        longjmp(top->buffer, 1);
}

int main(void)
{
    run(2);
    assert(caught == 3);
    return 0;
}
