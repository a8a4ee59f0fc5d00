/* Numbers in strings, as glibc reads them in the C locale. Of text from outside no digit is looked at
 * (arguments.c). */
#include "errors.h"
#include "heddle.h"

struct number {
    unsigned long long value;
    _Bool negative, too_large;
    const char *end;
};

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

/* base: 2 to 36 */
static void read_digits(const char *s, int base, struct number *n)
{
    unsigned long long most = ~0ull / (unsigned)base, rest = ~0ull % (unsigned)base;
    for (int d = digit(*s); d < base; d = digit(*s)) {
        n->too_large |= n->value > most || (n->value == most && (unsigned)d > rest);
        n->value = n->value * (unsigned)base + (unsigned)d;
        n->end = ++s;
    }
}

static _Bool is_prefix(const char *s) { return s[0] == '0' && (s[1] == 'x' || s[1] == 'X'); }

static struct number read_number(const char *s, int base)
{
    struct number n = {0, 0, 0, s};
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    n.negative = *s == '-';
    s += *s == '-' || *s == '+';
    _Bool prefix = (base == 0 || base == 16) && is_prefix(s) && digit(s[2]) < 16;
    if (base == 0)
        base = prefix ? 16 : *s == '0' ? 8 : 10;
    read_digits(prefix ? s + 2 : s, base, &n);
    return n;
}

enum width { LONG, LONG_LONG };

static unsigned long long largest(enum width w, _Bool is_signed)
{
    unsigned long long all = w == LONG_LONG ? ~0ull : ~0ul;
    return is_signed ? all >> 1 : all;
}

/* A number that is not read by digits, and where it ends, are any value. */
static unsigned long long any_number(const char *s, char **end)
{
    __heddle_fails_if(__heddle_any_u8("whether a number is too large") & 1);
    if (end) {
        __heddle_approximate("where a number in a string ends");
        size_t length = (size_t)__heddle_nondet_u64();
        __heddle_assume(__heddle_readable(s + length));
        *end = (char *)s + length;
    }
    return __heddle_any_u64("the number that a string stands for");
}

static unsigned long long out_of_range(unsigned long long value)
{
    __heddle_failed(E_RANGE);
    return value;
}

/* The number that a text has as a long long: at the borders, it may be one that lies beyond. */
static unsigned long long as_wide_as(long long n, enum width w, _Bool is_signed)
{
    unsigned long long most = largest(w, 1), all = largest(w, 0);
    if (n == (long long)largest(LONG_LONG, 1) || n == -(long long)largest(LONG_LONG, 1) - 1) {
        __heddle_fails_if(__heddle_any_u8("whether a number is too large") & 1);
        return is_signed ? (unsigned long long)n : __heddle_any_u64("the number that a string stands for");
    }
    if (is_signed && (n > (long long)most || n < -(long long)most - 1))
        return out_of_range(n < 0 ? most + 1 : most);
    if (!is_signed && (n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n) > all)
        return out_of_range(all);
    return (unsigned long long)n;
}

MODEL const int __heddle_number_base = 10; /* in which numbers of arguments are read: one for all (main_arguments.c) */

/* The number of an argument of main is any, but the same at each call that reads it in the same base; of other text from outside it is any value. */
static _Bool is_unknown(const char *s, char **end, int base, enum width w, _Bool is_signed, unsigned long long *value)
{
    long long number;
    if (!__heddle_is_text(s))
        return 0;
    (void)*(const volatile char *)s;
    if (base == __heddle_number_base && __heddle_option_number(s, &number, end)) {
        *value = as_wide_as(number, w, is_signed);
    } else if (base == __heddle_number_base && __heddle_is_argument(s) && __heddle_number_of(s, &number)) {
        if (end)
            any_number(s, end);
        *value = as_wide_as(number, w, is_signed);
    } else {
        *value = any_number(s, end);
    }
    return 1;
}

static unsigned long long convert(const char *s, char **end, int base, enum width w, _Bool is_signed)
{
    unsigned long long unknown;
    if (is_unknown(s, end, base, w, is_signed, &unknown))
        return unknown;
    if (base < 0 || base == 1 || base > 36) {
        __heddle_failed(E_INVAL);
        return 0;
    }
    struct number n = read_number(s, base);
    unsigned long long most = largest(w, is_signed) + (is_signed && n.negative);
    if (end)
        *end = (char *)n.end;
    if (n.too_large || n.value > most) {
        __heddle_failed(E_RANGE);
        return most; /* of a signed type the least number has the bits of most, too */
    }
    return n.negative ? 0 - n.value : n.value;
}

MODEL int atoi(const char *s) { return (int)convert(s, NULL, 10, LONG, 1); }

MODEL long atol(const char *s) { return (long)convert(s, NULL, 10, LONG, 1); }

MODEL long long atoll(const char *s) { return (long long)convert(s, NULL, 10, LONG_LONG, 1); }

MODEL long strtol(const char *s, char **end, int base) { return (long)convert(s, end, base, LONG, 1); }

MODEL unsigned long strtoul(const char *s, char **end, int base) { return (unsigned long)convert(s, end, base, LONG, 0); }

MODEL long long strtoll(const char *s, char **end, int base) { return (long long)convert(s, end, base, LONG_LONG, 1); }

MODEL unsigned long long strtoull(const char *s, char **end, int base) { return convert(s, end, base, LONG_LONG, 0); }

MODEL long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }

MODEL unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
