/* Reading input: a character read is arbitrary. scanf.c has the rest. */
#include "heddle.h"

static int character(void)
{
    int c = (int)__heddle_nondet_u32();
    __heddle_assume(c >= -1 && c <= 255);
    return c;
}

MODEL int getchar(void) { return character(); }

MODEL int getc(void *stream)
{
    (void)stream;
    return character();
}

MODEL int fgetc(void *stream)
{
    (void)stream;
    return character();
}

/* Any text without line ends but the last, that fits; or the end of the input. */
MODEL char *fgets(char *to, int size, void *stream)
{
    (void)stream;
    if (size <= 0 || __heddle_nondet_bool())
        return NULL;
    int n = 0;
    for (; n < size - 1; n++) {
        char c = (char)__heddle_nondet_u8();
        to[n] = c;
        if (c == '\n') {
            n++;
            break;
        }
        if (n > 0 && __heddle_nondet_bool()) { /* the input ends without a line end */
            n++;
            break;
        }
    }
    to[n] = 0;
    return to;
}
