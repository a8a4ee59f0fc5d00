/* Printing into memory: d i u x X c s and %%, with the flags 0 and -, a width, and the lengths l ll z. What else a format may ask
 * for is unsupported. */
#include "heddle.h"

struct sink {
    char *to;
    size_t room, length; /* bytes at to; characters printed so far */
};

static void put(struct sink *s, char c)
{
    if (s->length + 1 < s->room)
        s->to[s->length] = c;
    s->length++;
}

static void fill(struct sink *s, unsigned printed, unsigned width, char with)
{
    for (; printed < width; printed++)
        put(s, with);
}

struct conversion {
    int zero, left, longs; /* longs: 0, 1 or 2 times l */
    unsigned width;
};

static void put_number(struct sink *s, const struct conversion *c, unsigned long long v, unsigned base, int negative, char ten)
{
    char digits[24] = {0};
    unsigned n = 0;
    if (negative)
        v = 0 - v;
    do {
        unsigned d = (unsigned)(v % base);
        digits[n++] = (char)(d < 10 ? '0' + d : ten + d - 10);
        v /= base;
    } while (v);
    unsigned printed = n + (unsigned)negative;
    if (!c->left && !c->zero)
        fill(s, printed, c->width, ' ');
    if (negative)
        put(s, '-');
    if (!c->left && c->zero)
        fill(s, printed, c->width, '0');
    while (n)
        put(s, digits[--n]);
    if (c->left)
        fill(s, printed, c->width, ' ');
}

static void put_text(struct sink *s, const struct conversion *c, const char *text, unsigned n)
{
    if (!c->left)
        fill(s, n, c->width, ' ');
    for (unsigned i = 0; i < n; i++)
        put(s, text[i]);
    if (c->left)
        fill(s, n, c->width, ' ');
}

static const char *read_flags(const char *f, struct conversion *c)
{
    for (;; f++)
        if (*f == '0')
            c->zero = 1;
        else if (*f == '-')
            c->left = 1;
        else
            break;
    for (; *f >= '0' && *f <= '9'; f++)
        c->width = 10 * c->width + (unsigned)(*f - '0');
    for (; *f == 'l' || *f == 'z'; f++)
        c->longs += *f == 'l' || (*f == 'z' && sizeof(size_t) == 8);
    return f;
}

static int print(char *to, size_t room, const char *f, __builtin_va_list list)
{
    struct sink s = {to, room, 0};
    for (; *f; f++) {
        if (*f != '%') {
            put(&s, *f);
            continue;
        }
        struct conversion c = {0, 0, 0, 0};
        f = read_flags(f + 1, &c);
        if (*f == 'd' || *f == 'i') {
            long long v = c.longs > 1   ? __builtin_va_arg(list, long long)
                          : c.longs > 0 ? __builtin_va_arg(list, long)
                                        : __builtin_va_arg(list, int);
            put_number(&s, &c, (unsigned long long)v, 10, v < 0, 'a');
        } else if (*f == 'u' || *f == 'x' || *f == 'X') {
            unsigned long long v = c.longs > 1   ? __builtin_va_arg(list, unsigned long long)
                                   : c.longs > 0 ? __builtin_va_arg(list, unsigned long)
                                                 : __builtin_va_arg(list, unsigned);
            put_number(&s, &c, v, *f == 'u' ? 10 : 16, 0, *f == 'X' ? 'A' : 'a');
        } else if (*f == 'c') {
            char text = (char)__builtin_va_arg(list, int);
            put_text(&s, &c, &text, 1);
        } else if (*f == 's') {
            const char *text = __builtin_va_arg(list, const char *);
            unsigned n = 0;
            while (text[n])
                n++;
            put_text(&s, &c, text, n);
        } else if (*f == '%') {
            put(&s, '%');
        } else {
            __heddle_unsupported("a conversion of printf, into memory");
        }
    }
    if (room)
        s.to[s.length < room ? s.length : room - 1] = 0;
    return (int)s.length;
}

MODEL int sprintf(char *to, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = print(to, __SIZE_MAX__, format, list);
    __builtin_va_end(list);
    return n;
}

MODEL int snprintf(char *to, size_t size, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = print(to, size, format, list);
    __builtin_va_end(list);
    return n;
}

MODEL int vsprintf(char *to, const char *format, __builtin_va_list list) { return print(to, __SIZE_MAX__, format, list); }

MODEL int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list) { return print(to, size, format, list); }
