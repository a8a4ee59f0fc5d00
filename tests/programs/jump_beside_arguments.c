/* heddle: memory=TRUE reach=FALSE; engines: bounded */
/* A function that calls setjmp has variables: those of main, which has arguments, are all there before anything is stored in one (memory was FALSE of every such program). */
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void leave(int code) { longjmp(back, code); }

int main(int argc, char **argv)
{
    int code = setjmp(back);
    if (code == 0) {
        if (argc > 1)
            leave(argv[1] ? 4 : 5);
        return 0;
    }
    assert(code != 4);
    return 0;
}
