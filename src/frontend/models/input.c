/* Reading input: a character from outside of the program is arbitrary, one of another file any value (what was written to it is not remembered).
 * scanf.c has the rest. */
#include "streams.h"

static int character(void)
{
    int c = (int)__heddle_nondet_u32();
    __heddle_assume(c >= -1 && c <= 255);
    return c;
}

static int character_of(void *stream)
{
    __heddle_library_stream(stream);
    if (is_outside(stream))
        return character();
    return EITHER("whether a file has ended", __heddle_any_u8("what is in a file"));
}

MODEL int getchar(void) { return character_of(stdin); }

MODEL int getc(void *stream) { return character_of(stream); }

MODEL int fgetc(void *stream) { return character_of(stream); }

/* Any text without line ends but the last, that fits; or the end of the input. */
MODEL char *fgets(char *to, int size, void *stream)
{
    __heddle_library_stream(stream);
    if (size <= 0 || (size > 1 && __heddle_nondet_bool()))
        return NULL;
    _Bool outside = is_outside(stream);
    __heddle_writes(to, (size_t)size);
    int n = 0;
    for (; n < size - 1; n++) {
        char c = (char)(outside ? __heddle_nondet_u8() : __heddle_any_u8("what is in a file"));
        to[n] = c;
        if (c == '\n') {
            n++;
            break;
        }
        if (__heddle_nondet_bool()) { /* the input ends without a line end */
            n++;
            break;
        }
    }
    to[n] = 0;
    return to;
}
