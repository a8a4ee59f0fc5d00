/* Printing into memory, exact but for some floating-point numbers (real_text.c), wide characters and texts of errors: they print any characters. Literal formats are
 * written out as calls for each piece (frontend/sprintf_formats.c); others are read here. */
#include "allocation.h"
#include "errors.h"
#include "real_text.h"

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

/* What a conversion prints: spaces, prefix, zeros, text, spaces. Everything is made into this, so that the loops are here once. */
struct field {
    char prefix[3]; /* a sign, or 0x */
    unsigned prefix_length, zeros, length;
    const char *text;
    char own[24]; /* where text may lie */
};

static void put_field(struct sink *s, const struct conversion *c, const struct field *f)
{
    unsigned printed = f->prefix_length + f->zeros + f->length;
    if (!c->left)
        fill(s, printed, c->width, ' ');
    for (unsigned i = 0; i < f->prefix_length; i++)
        put(s, f->prefix[i]);
    fill(s, 0, f->zeros, '0');
    for (unsigned i = 0; i < f->length; i++)
        put(s, f->text[i]);
    if (c->left)
        fill(s, printed, c->width, ' ');
}

static void add_prefix(struct field *f, char character) { f->prefix[f->prefix_length++] = character; }

static void make_digits(struct field *f, const struct conversion *c, unsigned long long v)
{
    unsigned base = c->kind == 'o' ? 8 : c->kind == 'd' || c->kind == 'i' || c->kind == 'u' ? 10 : 16, at = sizeof f->own;
    for (; v; v /= base) {
        unsigned d = (unsigned)(v % base);
        f->own[--at] = (char)(d < 10 ? '0' + d : (c->kind == 'X' ? 'A' : 'a') + d - 10);
    }
    f->text = f->own + at;
    f->length = sizeof f->own - at;
    unsigned least = c->has_precision ? c->precision : 1;
    if (c->kind == 'o' && c->other && f->length >= least)
        least = f->length + 1;
    if (c->zero && !c->left && !c->has_precision && c->width > f->prefix_length + least)
        least = c->width - f->prefix_length;
    f->zeros = least > f->length ? least - f->length : 0;
}

static _Bool is_real_kind(char kind) { return (kind | 32) == 'e' || (kind | 32) == 'f' || (kind | 32) == 'g'; }

static _Bool is_signed_kind(char kind) { return kind == 'd' || kind == 'i'; }

static void make_number(struct field *f, const struct conversion *c, unsigned long long v)
{
    _Bool is_signed = is_signed_kind(c->kind), is_pointer = c->kind == 'p';
    _Bool negative = is_signed && v >> 63;
    if (is_pointer && !v) {
        f->text = "(nil)";
        f->length = 5;
        return;
    }
    if (negative || ((is_signed || is_pointer) && (c->plus || c->space)))
        add_prefix(f, negative ? '-' : c->plus ? '+' : ' ');
    if ((c->kind == 'x' || c->kind == 'X' || is_pointer) && (c->other || is_pointer) && v) {
        add_prefix(f, '0');
        add_prefix(f, c->kind == 'X' ? 'X' : 'x');
    }
    make_digits(f, c, negative ? 0 - v : v);
}

/* Of a string at most precision characters. */
static void make_text(struct field *f, const struct conversion *c, const char *text)
{
    f->text = text ? text : c->has_precision && c->precision < 6 ? "" : "(null)";
    while ((!c->has_precision || f->length < c->precision) && f->text[f->length])
        f->length++;
}

/* The text must not overlap what is printed up to now. That both begin at one place is no copy onto itself: a zero comes behind. */
static void printed_apart(const struct sink *s, const struct conversion *c, const struct field *f)
{
    size_t printed = s->length + 1 < s->room ? s->length + 1 : s->room;
    size_t read = f->length + !(c->has_precision && f->length == c->precision);
    if (printed == 0 || read == 0)
        return;
    if (s->to == f->text)
        copied_apart(s->to, s->to + 1, 2);
    else
        copied_apart(s->to, f->text, (word)s->to < (word)f->text ? printed : read);
}

static void put_text(struct sink *s, const struct conversion *c, struct field *f, const char *text)
{
    make_text(f, c, text);
    put_field(s, c, f);
    if (__heddle_memory())
        printed_apart(s, c, f);
}

static void make_character(struct field *f, char character)
{
    f->own[0] = character;
    f->text = f->own;
    f->length = 1;
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

/* So many characters, which are any. */
static void put_any(struct sink *s, unsigned least, unsigned most)
{
    unsigned n = least + __heddle_any_u32("how much a conversion of printf prints") % (most - least + 1);
    for (unsigned k = 0; k < n; k++) {
        char c = (char)__heddle_any_u8("what a conversion of printf prints");
        put(s, c ? c : '0');
    }
}

enum { LONGEST_NUMBER = 311, LONGEST_ERROR = 255, LONGEST = 0x7ffffffe }; /* without what the precision asks for; any text */

static unsigned longest_number(const struct conversion *c)
{
    unsigned digits = c->has_precision ? c->precision : 6;
    return digits > 100000 ? LONGEST : LONGEST_NUMBER + digits;
}

static void put_any_real(struct sink *s, const struct conversion *c)
{
    put_any(s, c->width ? c->width : 1, c->width > longest_number(c) ? c->width : longest_number(c));
}

/* What a conversion needs to lie in memory. One for all of a format: a local variable of a loop would begin and end in every round. */
struct bench {
    struct conversion c;
    struct field f;
    struct real_text t;
};

static void put_real(struct sink *s, const struct conversion *c, double value, struct field *f, struct real_text *t)
{
    *f = (struct field){{0}, 0, 0, 0, t->text, {0}};
    if (!__heddle_real_text(value, c, t)) {
        put_any_real(s, c);
        return;
    }
    if (t->negative || c->plus || c->space)
        add_prefix(f, t->negative ? '-' : c->plus ? '+' : ' ');
    f->length = t->length;
    if (c->zero && !c->left && !t->is_infinite && c->width > f->prefix_length + f->length)
        f->zeros = c->width - f->prefix_length - f->length;
    put_field(s, c, f);
}

/* The width is part of what is printed. */
static void put_unknown(struct sink *s, const struct conversion *c, struct arguments *a)
{
    char lower = (char)(c->kind | 32);
    if (lower == 'a') {
        (void)__builtin_va_arg(a->list, double);
        put_any_real(s, c);
    } else if (lower == 's' || lower == 'c') {
        (void)__builtin_va_arg(a->list, void *);
        put_any(s, c->width, LONGEST);
    } else if (c->kind == 'm') {
        put_any(s, c->width ? c->width : 1, c->width > LONGEST_ERROR ? c->width : LONGEST_ERROR);
    } else if (c->kind == 'L') {
        __heddle_unsupported("a long double that is printed into memory");
    } else {
        __heddle_unsupported("undefined: a conversion of printf that C does not know");
    }
}

static void convert(struct sink *s, struct bench *b, struct arguments *a)
{
    struct conversion *c = &b->c;
    struct field *f = &b->f;
    *f = (struct field){{0}, 0, 0, 0, NULL, {0}};
    if (c->kind == 'n') {
        store_count(c, __builtin_va_arg(a->list, void *), s->length);
        return;
    }
    if (is_real_kind(c->kind)) {
        put_real(s, c, __builtin_va_arg(a->list, double), f, &b->t);
        return;
    }
    if (c->kind == 'p')
        c->longs = 1; /* as an unsigned long */
    if (c->kind == 's' && !c->longs) {
        put_text(s, c, f, __builtin_va_arg(a->list, const char *));
        return;
    }
    if (c->kind == 'c' && !c->longs)
        make_character(f, (char)__builtin_va_arg(a->list, int));
    else if (c->kind == '%')
        make_character(f, '%');
    else if (c->kind == 'd' || c->kind == 'i' || c->kind == 'u' || c->kind == 'x' || c->kind == 'X' || c->kind == 'o' ||
             c->kind == 'p')
        make_number(f, c, is_signed_kind(c->kind) ? (unsigned long long)__heddle_signed(c, a) : __heddle_unsigned(c, a));
    else {
        put_unknown(s, c, a);
        return;
    }
    put_field(s, c, f);
}

static struct conversion decode(unsigned how, unsigned long long extent)
{
    int width = (int)extent, precision = (int)(extent >> 32);
    return (struct conversion){.kind = (char)how,
                               .left = (how & HEDDLE_LEFT) || width < 0,
                               .plus = (how & HEDDLE_PLUS) != 0,
                               .space = (how & HEDDLE_SPACE) != 0,
                               .other = (how & HEDDLE_OTHER) != 0,
                               .zero = (how & HEDDLE_ZERO) != 0,
                               .has_precision = (how & HEDDLE_PRECISION) && precision >= 0,
                               .width = (unsigned)(width < 0 ? -width : width),
                               .precision = precision < 0 ? 0 : (unsigned)precision};
}

size_t __heddle_print_text(char *to, size_t room, size_t length, const char *text, size_t size)
{
    struct sink s = {to, room, length};
    for (size_t k = 0; k < size; k++)
        put(&s, text[k]);
    return s.length;
}

size_t __heddle_print_number(char *to, size_t room, size_t length, unsigned long long value, unsigned how,
                             unsigned long long extent)
{
    struct sink s = {to, room, length};
    struct conversion c = decode(how, extent);
    struct field f = {{0}, 0, 0, 0, NULL, {0}};
    if (c.kind == 'c')
        make_character(&f, (char)value);
    else
        make_number(&f, &c, value);
    put_field(&s, &c, &f);
    return s.length;
}

size_t __heddle_print_string(char *to, size_t room, size_t length, const char *text, unsigned how, unsigned long long extent)
{
    struct sink s = {to, room, length};
    struct conversion c = decode(how, extent);
    struct field f = {{0}, 0, 0, 0, NULL, {0}};
    put_text(&s, &c, &f, text);
    return s.length;
}

size_t __heddle_print_real(char *to, size_t room, size_t length, double value, unsigned how, unsigned long long extent)
{
    struct sink s = {to, room, length};
    struct conversion c = decode(how, extent);
    struct field f;
    struct real_text t;
    put_real(&s, &c, value, &f, &t);
    return s.length;
}

size_t __heddle_print_any(char *to, size_t room, size_t length, unsigned how, unsigned long long extent)
{
    struct sink s = {to, room, length};
    struct conversion c = decode(how, extent);
    unsigned most = c.kind == 'm' ? LONGEST_ERROR : c.kind == 'f' ? longest_number(&c) : LONGEST;
    put_any(&s, c.width, most < c.width ? c.width : most);
    return s.length;
}

int __heddle_print_end(char *to, size_t room, size_t length)
{
    if (room)
        to[length < room ? length : room - 1] = 0;
    return (int)length;
}

int __heddle_print(char *to, size_t room, const char *f, struct arguments *a)
{
    struct sink s = {to, room, 0};
    struct bench b;
    while (*f) {
        if (*f != '%') {
            put(&s, *f++);
        } else {
            f = __heddle_conversion(f + 1, &b.c, a);
            convert(&s, &b, a);
        }
    }
    return __heddle_print_end(to, room, s.length);
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

static int print_list(char *to, size_t room, const char *format, __builtin_va_list list)
{
    struct arguments a;
    __builtin_va_copy(a.list, list);
    return __heddle_print(to, room, format, &a);
}

MODEL int vsprintf(char *to, const char *format, __builtin_va_list list) { return print_list(to, __SIZE_MAX__, format, list); }

MODEL int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list)
{
    return print_list(to, size, format, list);
}

/* --- into new memory --- */

/* For so many characters; null if there is none, and *to is left alone. */
char *__heddle_print_memory(char **to, size_t length)
{
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    char *memory = __heddle_alloc(length + 1);
    *to = memory;
    return memory;
}

MODEL int vasprintf(char **to, const char *format, __builtin_va_list list)
{
    int n = print_list(NULL, 0, format, list);
    char *memory = __heddle_print_memory(to, (size_t)n);
    return memory ? print_list(memory, (size_t)n + 1, format, list) : -1;
}

MODEL int asprintf(char **to, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int n = vasprintf(to, format, list);
    __builtin_va_end(list);
    return n;
}
