/* Reading input and strings as numbers. A character read is arbitrary; so is a number made from a string, since the string came from
 * outside nearly always. The scanf family is not modelled: it writes through arguments that cannot be seen here. */
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

#define NOT_MODELLED(name) \
    MODEL int name(const void *from, ...) \
    { \
        (void)from; \
        __heddle_unsupported(#name); \
    }
NOT_MODELLED(scanf)
NOT_MODELLED(fscanf)
NOT_MODELLED(sscanf)
NOT_MODELLED(__isoc99_scanf)
NOT_MODELLED(__isoc99_fscanf)
NOT_MODELLED(__isoc99_sscanf)

MODEL int atoi(const char *s)
{
    (void)s;
    return (int)__heddle_nondet_u32();
}

MODEL long atol(const char *s)
{
    (void)s;
    return (long)__heddle_nondet_u64();
}

MODEL long long atoll(const char *s)
{
    (void)s;
    return (long long)__heddle_nondet_u64();
}
