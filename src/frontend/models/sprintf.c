/* Printing into memory, exact but for floating-point numbers and wide characters, which are unsupported. */
#include "conversion.h"

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

struct number {
    unsigned long long value;
    unsigned base;
    char sign, ten; /* sign: 0 or a character; ten: the digit of that value */
    const char *prefix;
};

static unsigned put_text(struct sink *s, const char *text)
{
    unsigned n = 0;
    for (; text[n]; n++)
        put(s, text[n]);
    return n;
}

static void put_number(struct sink *s, const struct conversion *c, struct number v)
{
    char digits[24] = {0};
    unsigned n = 0, before = (v.sign != 0) + (v.prefix[0] != 0) + (v.prefix[0] && v.prefix[1]);
    for (; v.value; v.value /= v.base) {
        unsigned d = (unsigned)(v.value % v.base);
        digits[n++] = (char)(d < 10 ? '0' + d : v.ten + d - 10);
    }
    unsigned least = c->has_precision ? c->precision : 1;
    if (c->kind == 'o' && c->other && n >= least)
        least = n + 1;
    if (c->zero && !c->left && !c->has_precision && c->width > before + least)
        least = c->width - before;
    unsigned printed = before + (n > least ? n : least);
    if (!c->left)
        fill(s, printed, c->width, ' ');
    if (v.sign)
        put(s, v.sign);
    put_text(s, v.prefix);
    fill(s, n, least, '0');
    while (n)
        put(s, digits[--n]);
    if (c->left)
        fill(s, printed, c->width, ' ');
}

static void put_signed(struct sink *s, const struct conversion *c, long long v)
{
    char sign = v < 0 ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
    unsigned long long value = v < 0 ? 0 - (unsigned long long)v : (unsigned long long)v;
    put_number(s, c, (struct number){value, 10, sign, 'a', ""});
}

static void put_unsigned(struct sink *s, const struct conversion *c, unsigned long long v)
{
    unsigned base = c->kind == 'o' ? 8 : c->kind == 'u' ? 10 : 16;
    const char *prefix = base == 16 && c->other && v ? (c->kind == 'X' ? "0X" : "0x") : "";
    put_number(s, c, (struct number){v, base, 0, c->kind == 'X' ? 'A' : 'a', prefix});
}

/* Characters of a string: at most precision of them. */
static void put_string(struct sink *s, const struct conversion *c, const char *text)
{
    unsigned n = 0;
    if (!text)
        text = c->has_precision && c->precision < 6 ? "" : "(null)";
    while ((!c->has_precision || n < c->precision) && text[n])
        n++;
    if (!c->left)
        fill(s, n, c->width, ' ');
    for (unsigned i = 0; i < n; i++)
        put(s, text[i]);
    if (c->left)
        fill(s, n, c->width, ' ');
}

static void put_character(struct sink *s, const struct conversion *c, char character)
{
    if (!c->left)
        fill(s, 1, c->width, ' ');
    put(s, character);
    if (c->left)
        fill(s, 1, c->width, ' ');
}

static void put_pointer(struct sink *s, struct conversion *c, word v)
{
    c->zero = 0;
    if (!v)
        put_string(s, c, "(nil)");
    else
        put_number(s, c, (struct number){v, 16, c->plus ? '+' : c->space ? ' ' : 0, 'a', "0x"});
}

static void store_count(const struct conversion *c, void *to, size_t n)
{
    if (c->longs == -2)
        *(signed char *)to = (signed char)n;
    else if (c->longs == -1)
        *(short *)to = (short)n;
    else if (c->longs == 0)
        *(int *)to = (int)n;
    else if (c->longs == 1)
        *(long *)to = (long)n;
    else
        *(long long *)to = (long long)n;
}

static void convert(struct sink *s, struct conversion *c, struct arguments *a)
{
    if (c->kind == 'd' || c->kind == 'i')
        put_signed(s, c, __heddle_signed(c, a));
    else if (c->kind == 'u' || c->kind == 'x' || c->kind == 'X' || c->kind == 'o')
        put_unsigned(s, c, __heddle_unsigned(c, a));
    else if (c->kind == 'c' && !c->longs)
        put_character(s, c, (char)__builtin_va_arg(a->list, int));
    else if (c->kind == 's' && !c->longs)
        put_string(s, c, __builtin_va_arg(a->list, const char *));
    else if (c->kind == 'p')
        put_pointer(s, c, (word)__builtin_va_arg(a->list, void *));
    else if (c->kind == 'n')
        store_count(c, __builtin_va_arg(a->list, void *), s->length);
    else if (c->kind == '%')
        put(s, '%');
    else
        __heddle_unsupported("a conversion of printf, into memory");
}

int __heddle_print(char *to, size_t room, const char *f, struct arguments *a)
{
    struct sink s = {to, room, 0};
    while (*f) {
        struct conversion c;
        if (*f != '%') {
            put(&s, *f++);
        } else {
            f = __heddle_conversion(f + 1, &c, a);
            convert(&s, &c, a);
        }
    }
    if (room)
        s.to[s.length < room ? s.length : room - 1] = 0;
    return (int)s.length;
}

MODEL int sprintf(char *to, const char *format, ...)
{
    struct arguments a;
    __builtin_va_start(a.list, format);
    int n = __heddle_print(to, __SIZE_MAX__, format, &a);
    __builtin_va_end(a.list);
    return n;
}

MODEL int snprintf(char *to, size_t size, const char *format, ...)
{
    struct arguments a;
    __builtin_va_start(a.list, format);
    int n = __heddle_print(to, size, format, &a);
    __builtin_va_end(a.list);
    return n;
}

MODEL int vsprintf(char *to, const char *format, __builtin_va_list list)
{
    struct arguments a;
    __builtin_va_copy(a.list, list);
    return __heddle_print(to, __SIZE_MAX__, format, &a);
}

MODEL int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list)
{
    struct arguments a;
    __builtin_va_copy(a.list, list);
    return __heddle_print(to, size, format, &a);
}
