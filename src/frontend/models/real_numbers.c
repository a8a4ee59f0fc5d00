/* Floating-point numbers in strings, as glibc reads them in the C locale. Exact where the digits are a number that the type has (below 2^53 for double) and the power of ten has no rounding of its own,
 * so that there is one (Clinger, How to read floating point numbers accurately, PLDI 1990, section 2); any value otherwise. */
#include "errors.h"
#include "heddle.h"
#include "real_numbers.h"

typedef unsigned long long word64;
typedef long double longest;

struct decimal {
    word64 digits;
    int exponent;                       /* of 10 */
    _Bool negative, too_long, is_other; /* other: infinite, hexadecimal, or the like, perhaps */
    const char *end;                    /* where it was asked to begin, if there is no number */
    word64 most;                        /* times ten, and one more digit, the type has exactly */
};

static _Bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *read_digits(const char *s, struct decimal *d, int behind_point)
{
    for (; is_digit(*s); s++) {
        if (d->digits >= d->most) {
            d->too_long = 1;
            continue;
        }
        d->digits = 10 * d->digits + (unsigned)(*s - '0');
        d->exponent -= behind_point;
    }
    return s;
}

static const char *read_exponent(const char *s, struct decimal *d)
{
    if (*s != 'e' && *s != 'E')
        return s;
    const char *p = s + 1;
    _Bool negative = *p == '-';
    int exponent = 0;
    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return s;
    for (; is_digit(*p); p++)
        exponent = exponent < 100000 ? 10 * exponent + (*p - '0') : exponent;
    d->exponent += negative ? -exponent : exponent;
    return p;
}

static void read_decimal(const char *s, struct decimal *d, word64 most)
{
    *d = (struct decimal){0, 0, 0, 0, 0, s, most};
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    d->negative = *s == '-';
    s += *s == '-' || *s == '+';
    d->is_other = (*s | 32) == 'i' || (*s | 32) == 'n' || (s[0] == '0' && (s[1] | 32) == 'x');
    if (d->is_other)
        return;
    const char *point = read_digits(s, d, 0);
    const char *end = *point == '.' ? read_digits(point + 1, d, 1) : point;
    if (end == s || (end == s + 1 && point == s)) {
        d->negative = 0; /* no number is 0 */
        return;
    }
    d->end = read_exponent(end, d);
}

static word64 any_bits(void)
{
    if (__heddle_any_u8("whether the number that a string stands for is too large or too small") & 1)
        __heddle_failed(E_RANGE);
    return __heddle_any_u64("the number that a string stands for");
}

static float any_float(void)
{
    return (union {
               unsigned bits;
               float value;
           }){(unsigned)any_bits()}
        .value;
}
static double any_double(void)
{
    return (union {
               word64 bits;
               double value;
           }){any_bits()}
        .value;
}

static longest any_longest(void)
{
    longest value = 0;
    __heddle_make_long_double(&value, any_bits(), (unsigned short)__heddle_any_u32("the number that a string stands for"));
    return value;
}

static void any_end(const char *s, char **end)
{
    if (!end)
        return;
    __heddle_approximate("where a number in a string ends");
    size_t length = (size_t)__heddle_nondet_u64();
    __heddle_assume(__heddle_readable(s + length));
    *end = (char *)s + length;
}

/* digits: in binary, of the type; power: 10 to it is exact. */
#define CONVERT(type, digits_of_type, power_of_type)                                                                               \
    static type convert_##type(const char *s, char **end)                                                                          \
    {                                                                                                                              \
        struct decimal d = {0};                                                                                                    \
        _Bool is_given = __heddle_is_given(s);                                                                                     \
        if (!is_given)                                                                                                             \
            read_decimal(s, &d, 1ull << (digits_of_type - 4));                                                                     \
        if (is_given || d.is_other) {                                                                                              \
            any_end(s, end);                                                                                                       \
            return any_##type();                                                                                                   \
        }                                                                                                                          \
        if (end)                                                                                                                   \
            *end = (char *)d.end;                                                                                                  \
        int power = d.exponent < 0 ? -d.exponent : d.exponent;                                                                     \
        if (d.too_long || (d.digits && power > power_of_type))                                                                     \
            return any_##type();                                                                                                   \
        type value = (type)d.digits, scale = 1;                                                                                    \
        for (int k = 0; d.digits && k < power; k++)                                                                                \
            scale *= 10;                                                                                                           \
        value = d.exponent < 0 ? value / scale : value * scale;                                                                    \
        return d.negative ? -value : value;                                                                                        \
    }
CONVERT(float, 24, 10)
CONVERT(double, 53, 22)
CONVERT(longest, 64, 27)

MODEL float strtof(const char *s, char **end) { return convert_float(s, end); }
MODEL double strtod(const char *s, char **end) { return convert_double(s, end); }
MODEL long double strtold(const char *s, char **end) { return convert_longest(s, end); }
MODEL double atof(const char *s) { return convert_double(s, NULL); }

void __heddle_read_real(const char *s, void *to, int bits)
{
    if (bits == FLOAT_BITS)
        *(float *)to = convert_float(s, NULL);
    else if (bits == DOUBLE_BITS)
        *(double *)to = convert_double(s, NULL);
    else
        *(longest *)to = convert_longest(s, NULL);
}

/* What x87 can load: the first digit is there, but for the smallest exponent; nothing that is not a number signals. */
void __heddle_make_long_double(void *to, unsigned long long digits, unsigned short head)
{
    enum { EXPONENT = 0x7fff };
    const word64 first = 1ull << 63, quiet = 1ull << 62;
    digits = (head & EXPONENT) == 0 ? digits & ~first : digits | first;
    if ((head & EXPONENT) == EXPONENT && digits != first)
        digits |= quiet;
    *(word64 *)to = digits;
    ((unsigned short *)to)[sizeof digits / sizeof head] = head;
}
