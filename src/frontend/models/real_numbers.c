/* Floating-point numbers in strings, as glibc reads them in the C locale. Exact where the digits are a number below 2^53 and the power of ten has no rounding of its own, so that there is one
 * (Clinger, How to read floating point numbers accurately, PLDI 1990, section 2); any value otherwise. */
#include "errors.h"
#include "heddle.h"

enum { LARGEST_POWER = 22 }; /* 10^22 is a double */

struct decimal {
    unsigned long long digits;
    int exponent;                       /* of 10 */
    _Bool negative, too_long, is_other; /* other: infinite, hexadecimal, or the like, perhaps */
    const char *end;                    /* where it was asked to begin, if there is no number */
};

static _Bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *read_digits(const char *s, struct decimal *d, int behind_point)
{
    for (; is_digit(*s); s++) {
        if (d->digits >= 1ull << 49) { /* times ten, and one more digit, is below 2^53 */
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

static void read_decimal(const char *s, struct decimal *d)
{
    *d = (struct decimal){0, 0, 0, 0, 0, s};
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

static double any_double(void)
{
    union {
        unsigned long long bits;
        double value;
    } u = {__heddle_any_u64("the number that a string stands for")};
    if (__heddle_any_u8("whether the number that a string stands for is too large or too small") & 1)
        __heddle_failed(E_RANGE);
    return u.value;
}

static double any_number(const char *s, char **end)
{
    if (end) {
        __heddle_approximate("where a number in a string ends");
        size_t length = (size_t)__heddle_nondet_u64();
        __heddle_assume(__heddle_readable(s + length));
        *end = (char *)s + length;
    }
    return any_double();
}

static double convert(const char *s, char **end)
{
    struct decimal d;
    if (__heddle_is_given(s))
        return any_number(s, end);
    read_decimal(s, &d);
    if (d.is_other)
        return any_number(s, end);
    if (end)
        *end = (char *)d.end;
    int power = d.exponent < 0 ? -d.exponent : d.exponent;
    if (d.too_long || (d.digits && power > LARGEST_POWER))
        return any_double();
    double value = (double)d.digits, scale = 1;
    for (int k = 0; d.digits && k < power; k++)
        scale *= 10;
    value = d.exponent < 0 ? value / scale : value * scale;
    return d.negative ? -value : value;
}

MODEL double strtod(const char *s, char **end) { return convert(s, end); }

MODEL double atof(const char *s) { return convert(s, NULL); }
