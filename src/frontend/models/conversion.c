/* Reads the conversions of printf's formats. */
#include "conversion.h"

static const char *read_flags(const char *f, struct conversion *c)
{
    for (;; f++)
        if (*f == '-')
            c->left = 1;
        else if (*f == '+')
            c->plus = 1;
        else if (*f == ' ')
            c->space = 1;
        else if (*f == '#')
            c->other = 1;
        else if (*f == '0')
            c->zero = 1;
        else
            return f;
}

static const char *read_number(const char *f, int *n, struct arguments *a)
{
    *n = 0;
    if (*f == '*') {
        *n = __builtin_va_arg(a->list, int);
        return f + 1;
    }
    for (; *f >= '0' && *f <= '9'; f++)
        *n = 10 * *n + (*f - '0');
    return f;
}

static const char *read_length(const char *f, struct conversion *c)
{
    for (; *f == 'h'; f++)
        c->longs--;
    for (; *f == 'l'; f++)
        c->longs++;
    if (*f == 'z' || *f == 't')
        c->longs = 1;
    if (*f == 'j' || *f == 'q')
        c->longs = 2;
    return *f == 'z' || *f == 't' || *f == 'j' || *f == 'q' ? f + 1 : f;
}

const char *__heddle_conversion(const char *f, struct conversion *c, struct arguments *a)
{
    int n;
    *c = (struct conversion){0};
    f = read_number(read_flags(f, c), &n, a);
    c->left |= n < 0;
    c->width = (unsigned)(n < 0 ? -n : n);
    if (*f == '.') {
        f = read_number(f + 1, &n, a);
        c->has_precision = n >= 0;
        c->precision = n >= 0 ? (unsigned)n : 0;
    }
    f = read_length(f, c);
    c->kind = *f;
    return f + 1;
}

long long __heddle_signed(const struct conversion *c, struct arguments *a)
{
    if (c->longs > 1)
        return __builtin_va_arg(a->list, long long);
    if (c->longs > 0)
        return __builtin_va_arg(a->list, long);
    int v = __builtin_va_arg(a->list, int);
    return c->longs == 0 ? v : c->longs == -1 ? (short)v : (signed char)v;
}

unsigned long long __heddle_unsigned(const struct conversion *c, struct arguments *a)
{
    if (c->longs > 1)
        return __builtin_va_arg(a->list, unsigned long long);
    if (c->longs > 0)
        return __builtin_va_arg(a->list, unsigned long);
    unsigned v = __builtin_va_arg(a->list, unsigned);
    return c->longs == 0 ? v : c->longs == -1 ? (unsigned short)v : (unsigned char)v;
}
