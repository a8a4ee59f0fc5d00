/* Formatted input: d i u x c, e f g, and s with a width; with the lengths h hh l ll z, and * for what is not stored. Any number of them is
 * matched. What comes from outside may be anything; what comes from memory is any value (sscanf does not look at it). Other
 * conversions are unsupported. */
#include "heddle.h"

struct conversion {
    int skip, longs, shorts;
    unsigned width;
};

static unsigned long long any(const void *memory)
{
    return memory ? __heddle_any_u64("what sscanf reads") : __heddle_nondet_u64();
}

static void store_number(const struct conversion *c, void *to, unsigned long long v)
{
    if (c->longs > 1)
        *(unsigned long long *)to = v;
    else if (c->longs)
        *(unsigned long *)to = (unsigned long)v;
    else if (c->shorts > 1)
        *(unsigned char *)to = (unsigned char)v;
    else if (c->shorts)
        *(unsigned short *)to = (unsigned short)v;
    else
        *(unsigned *)to = (unsigned)v;
}

static void store_text(const struct conversion *c, char *to, const void *memory)
{
    unsigned n = 0;
    do {
        char x = (char)any(memory);
        __heddle_assume(x != 0);
        to[n++] = x;
    } while (n < c->width && __heddle_nondet_bool());
    to[n] = 0;
}

static const char *read_flags(const char *f, struct conversion *c)
{
    for (; *f == '*'; f++)
        c->skip = 1;
    for (; *f >= '0' && *f <= '9'; f++)
        c->width = 10 * c->width + (unsigned)(*f - '0');
    for (; *f == 'h'; f++)
        c->shorts++;
    for (; *f == 'l' || *f == 'z'; f++)
        c->longs++;
    return f;
}

static int scan(const void *memory, const char *f, __builtin_va_list list)
{
    int matched = 0;
    for (; *f; f++) {
        if (*f != '%')
            continue;
        struct conversion c = {0, 0, 0, 0};
        f = read_flags(f + 1, &c);
        if (*f == '%')
            continue;
        if (__heddle_nondet_bool()) { /* it does not match, or the input ends */
            if (memory)
                __heddle_approximate("what sscanf reads");
            return matched == 0 && __heddle_nondet_bool() ? -1 : matched;
        }
        if (c.skip)
            continue;
        void *to = __builtin_va_arg(list, void *);
        if (*f == 'd' || *f == 'i' || *f == 'u' || *f == 'x')
            store_number(&c, to, any(memory));
        else if (*f == 'f' || *f == 'g' || *f == 'e')
            c.longs ? store_number(&(struct conversion){0, 2, 0, 0}, to, any(memory)) : store_number(&(struct conversion){0, 0, 0, 0}, to, any(memory));
        else if (*f == 'c' && c.width <= 1)
            *(char *)to = (char)any(memory);
        else if (*f == 's' && c.width)
            store_text(&c, to, memory);
        else
            __heddle_unsupported("a conversion of scanf");
        matched++;
    }
    return matched;
}

#define SCANS(name, parameters, last, memory) \
    MODEL int name parameters \
    { \
        __builtin_va_list list; \
        __builtin_va_start(list, last); \
        int n = scan(memory, last, list); \
        __builtin_va_end(list); \
        return n; \
    }
SCANS(scanf, (const char *format, ...), format, NULL)
SCANS(__isoc99_scanf, (const char *format, ...), format, NULL)
SCANS(sscanf, (const char *text, const char *format, ...), format, text)
SCANS(__isoc99_sscanf, (const char *text, const char *format, ...), format, text)
#define FROM_STREAM(name) \
    MODEL int name(void *stream, const char *format, ...) \
    { \
        (void)stream; \
        __builtin_va_list list; \
        __builtin_va_start(list, format); \
        int n = scan(NULL, format, list); \
        __builtin_va_end(list); \
        return n; \
    }
FROM_STREAM(fscanf)
FROM_STREAM(__isoc99_fscanf)
