/* Floating-point numbers as printf prints them (C17 7.21.6.1: e, f, g), rounded to nearest, halves to even, as glibc does. All digits of a number are made first, by integers alone: the
 * part before the point has to fit 64 bits, and behind it there may be 60 binary digits. Of other numbers nothing is known here. */
#include "real_text.h"

enum { FRACTION = 60, MOST_DIGITS = 20 + FRACTION, LARGEST_PRECISION = FRACTION };
#define FRACTION_MASK ((1ull << FRACTION) - 1)

struct decimal {
    unsigned char digits[MOST_DIGITS + 1];
    int count, point; /* so many digits; so many of them before the point */
};

/* The number without its sign is whole + fraction / 2^60. */
static _Bool split(unsigned long long bits, unsigned long long *whole, unsigned long long *fraction)
{
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075, behind = -exponent;
    unsigned long long mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    *whole = *fraction = 0;
    if (bits << 1 == 0)
        return 1;
    if (exponent >= 0) {
        *whole = mantissa << (exponent & 15);
        return exponent <= 11;
    }
    if (behind > FRACTION) {
        if (behind - FRACTION > 52 || mantissa & ((1ull << (behind - FRACTION)) - 1))
            return 0;
        mantissa >>= behind - FRACTION;
        behind = FRACTION;
    }
    *whole = mantissa >> behind;
    *fraction = (mantissa & ((1ull << behind) - 1)) << (FRACTION - behind);
    return 1;
}

static void expand(struct decimal *d, unsigned long long whole, unsigned long long fraction)
{
    d->point = 0;
    for (unsigned long long w = whole; w; w /= 10)
        d->point++;
    d->count = d->point;
    for (int k = d->point - 1; k >= 0; k--, whole /= 10)
        d->digits[k] = (unsigned char)(whole % 10);
    for (; fraction; fraction = fraction * 10 & FRACTION_MASK)
        d->digits[d->count++] = (unsigned char)(fraction * 10 >> FRACTION);
}

static _Bool rounds_up(const struct decimal *d, int keep)
{
    if (d->digits[keep] != 5)
        return d->digits[keep] > 5;
    for (int k = keep + 1; k < d->count; k++)
        if (d->digits[k])
            return 1;
    return keep > 0 && d->digits[keep - 1] % 2;
}

static void round_to(struct decimal *d, int keep)
{
    if (keep >= d->count)
        return;
    _Bool up = keep >= 0 && rounds_up(d, keep);
    d->count = keep < 0 ? 0 : keep;
    int k = d->count - 1;
    for (; up && k >= 0 && d->digits[k] == 9; k--)
        d->digits[k] = 0;
    if (up && k >= 0) {
        d->digits[k]++;
    } else if (up) { /* all of them were 9 */
        if (d->count)
            d->digits[d->count] = 0;
        d->digits[0] = 1;
        d->count++;
        d->point++;
    }
}

static int first_digit(const struct decimal *d)
{
    for (int k = 0; k < d->count; k++)
        if (d->digits[k])
            return k;
    return -1;
}

static char digit_at(const struct decimal *d, int k) { return (char)('0' + (k >= 0 && k < d->count ? d->digits[k] : 0)); }

static void add(struct real_text *t, char c) { t->text[t->length++] = c; }

/* So many digits from there on, behind a point if there are any. */
static void add_fraction(struct real_text *t, const struct decimal *d, int from, int digits, _Bool always_point)
{
    if (digits > 0 || always_point)
        add(t, '.');
    for (int k = 0; k < digits; k++)
        add(t, digit_at(d, from + k));
}

static void add_fixed(struct real_text *t, const struct decimal *d, int digits, _Bool always_point)
{
    for (int k = 0; k < d->point; k++)
        add(t, digit_at(d, k));
    if (d->point == 0)
        add(t, '0');
    add_fraction(t, d, d->point, digits, always_point);
}

static void add_scientific(struct real_text *t, const struct decimal *d, int digits, const struct conversion *c)
{
    int first = first_digit(d), exponent = first < 0 ? 0 : d->point - 1 - first;
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    add(t, digit_at(d, first));
    add_fraction(t, d, first + 1, first < 0 ? 0 : digits, c->other);
    for (int k = 0; first < 0 && k < digits; k++) { /* zero has no first digit */
        if (k == 0 && !c->other)
            add(t, '.');
        add(t, '0');
    }
    add(t, c->kind == 'e' || c->kind == 'g' ? 'e' : 'E');
    add(t, exponent < 0 ? '-' : '+');
    add(t, (char)('0' + size / 10 % 10)); /* below 100 for all numbers that come here */
    add(t, (char)('0' + size % 10));
}

/* As many significant digits, in the shorter way, without zeros at the end. */
static void add_general(struct real_text *t, struct decimal *d, int significant, const struct conversion *c)
{
    int first = first_digit(d);
    round_to(d, (first < 0 ? 0 : first) + significant);
    first = first_digit(d);
    int exponent = first < 0 ? 0 : d->point - 1 - first, last = d->count;
    while (last > 0 && d->digits[last - 1] == 0)
        last--;
    int shown = first < 0 ? 1 : last - first;
    if (exponent < significant && exponent >= -4)
        add_fixed(t, d, shown - 1 - exponent, 0);
    else
        add_scientific(t, d, shown - 1, c);
}

_Bool __heddle_real_text(double value, const struct conversion *c, struct real_text *t)
{
    union {
        double value;
        unsigned long long bits;
    } u = {value};
    struct decimal d;
    unsigned long long whole, fraction;
    int precision = c->has_precision ? (int)c->precision : 6;
    char lower = (char)(c->kind | 32);
    t->length = 0;
    if (value != value || precision > LARGEST_PRECISION || precision < 0)
        return 0;
    if (lower == 'g' && c->other) /* glibc drops a zero of 99.5 as %#.2g, C does not */
        return 0;
    t->negative = u.bits >> 63;
    t->is_infinite = (u.bits >> 52 & 0x7ff) == 0x7ff;
    if (t->is_infinite) {
        for (int k = 0; k < 3; k++)
            add(t, (char)("inf"[k] ^ (c->kind == lower ? 0 : 32)));
        return 1;
    }
    if (!split(u.bits & ~0ull >> 1, &whole, &fraction))
        return 0;
    expand(&d, whole, fraction);
    if (lower == 'f') {
        round_to(&d, d.point + precision);
        add_fixed(t, &d, precision, c->other);
    } else if (lower == 'e') {
        round_to(&d, (first_digit(&d) < 0 ? 0 : first_digit(&d)) + precision + 1);
        add_scientific(t, &d, precision, c);
    } else {
        add_general(t, &d, precision ? precision : 1, c);
    }
    return 1;
}
