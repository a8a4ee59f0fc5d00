/* sscanf as in glibc: the text is looked at, unless it comes from outside (an argument of main, a text that the library gives). */
#include "sscanf.h"

#include "real_numbers.h"

enum { OUT_OF_A_STRING = 2 /* as in scanf.c */ };

static _Bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void __heddle_scan_string_begin(struct scanner *s, const char *text, int conversions)
{
    s->text = s->at = text;
    s->done = s->possible = 0;
    s->stopped = 0;
    s->outside = __heddle_is_given(text);
    if (s->outside) {
        s->possible = __heddle_scan(conversions, text, OUT_OF_A_STRING);
    } else {
        (void)*(const volatile char *)text;
        __heddle_reads_text(text, __SIZE_MAX__);
    }
}

static void stop(struct scanner *s, _Bool ended)
{
    s->stopped = 1;
    if (ended && s->done == 0)
        s->done = -1;
}

static void skip_space(struct scanner *s)
{
    while (is_space(*s->at))
        s->at++;
}

void __heddle_scan_string_space(struct scanner *s)
{
    if (!s->stopped && !s->outside)
        skip_space(s);
}

void __heddle_scan_string_literal(struct scanner *s, int c)
{
    if (s->stopped || s->outside)
        return;
    if (*s->at != (char)c)
        stop(s, *s->at == 0);
    else
        s->at++;
}

/* Whether there is something to convert. */
static _Bool begin_conversion(struct scanner *s, _Bool skips)
{
    if (s->stopped)
        return 0;
    if (skips)
        skip_space(s);
    if (*s->at == 0)
        stop(s, 1);
    return !s->stopped;
}

/* Whether a conversion of text from outside succeeds. */
static int next_outside(struct scanner *s, int how) { return !(how & SCAN_SKIP) && s->done++ < s->possible; }

static void store(void *to, int bits, unsigned long long value)
{
    if (bits == 8)
        *(unsigned char *)to = (unsigned char)value;
    else if (bits == 16)
        *(unsigned short *)to = (unsigned short)value;
    else if (bits == 32)
        *(unsigned *)to = (unsigned)value;
    else
        *(unsigned long long *)to = value;
}

static void store_any(void *to, int bits, int matches)
{
    if (bits == LONG_DOUBLE_BITS)
        __heddle_scan_80(to, matches, OUT_OF_A_STRING);
    else if (bits == 8)
        __heddle_scan_8(to, matches, OUT_OF_A_STRING);
    else if (bits == 16)
        __heddle_scan_16(to, matches, OUT_OF_A_STRING);
    else if (bits == 32)
        __heddle_scan_32(to, matches, OUT_OF_A_STRING);
    else
        __heddle_scan_64(to, matches, OUT_OF_A_STRING);
}

static unsigned digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 99;
}

static _Bool is_prefix(const char *s) { return s[0] == '0' && (s[1] == 'x' || s[1] == 'X'); }

/* As strtol and its relatives have it: what is too large becomes the largest. */
static unsigned long long in_range(unsigned long long value, _Bool too_large, _Bool negative, int bits, int how)
{
    unsigned long long all = bits == 64 ? ~0ull : ~0ul;
    unsigned long long most = how & SCAN_SIGNED ? (all >> 1) + negative : all;
    if (too_large || value > most)
        return most;
    return negative ? 0 - value : value;
}

/* Of at most width characters; false if there are no digits. */
static _Bool read_number(struct scanner *s, int bits, int how, unsigned width, unsigned long long *value)
{
    unsigned base = how & SCAN_BASE;
    const char *p = s->at;
    _Bool negative = *p == '-', too_large = 0, any = 0;
    if (*p == '-' || *p == '+') {
        p++;
        width--;
    }
    if ((base == 0 || base == 16) && width > 2 && is_prefix(p) && digit(p[2]) < 16) {
        base = 16;
        p += 2;
        width -= 2;
    } else if ((base == 0 || base == 16) && width >= 2 && is_prefix(p)) {
        __heddle_approximate("sscanf of 0x without digits"); /* a number until glibc 2.37, and none since */
        s->at = p + 2;
        *value = 0;
        return __heddle_nondet_bool();
    } else if (base == 0) {
        base = *p == '0' ? 8 : 10;
    }
    *value = 0;
    for (; width && digit(*p) < base; p++, width--) {
        too_large |= *value > (~0ull - digit(*p)) / base;
        *value = *value * base + digit(*p);
        any = 1;
    }
    *value = in_range(*value, too_large, negative, bits, how);
    s->at = p;
    return any;
}

void __heddle_scan_string_number(struct scanner *s, void *to, int bits, int how, unsigned width)
{
    unsigned long long value;
    if (s->outside) {
        store_any(to, bits, next_outside(s, how));
    } else if (begin_conversion(s, 1)) {
        if (!read_number(s, bits, how, width, &value)) {
            stop(s, 0);
        } else if (!(how & SCAN_SKIP)) {
            store(to, bits, value);
            s->done++;
        }
    }
}

/* Moves behind a number with a point or an exponent. False if there is none. */
static _Bool pass_decimal(struct scanner *s, unsigned width)
{
    const char *p = s->at, *end = NULL;
    if (width != ~0u)
        __heddle_unsupported("sscanf of a floating-point number with a width");
    p += *p == '-' || *p == '+';
    if ((*p | 32) == 'i' || (*p | 32) == 'n' || is_prefix(p))
        __heddle_unsupported("sscanf of a floating-point number that is not decimal");
    for (; digit(*p) < 10; p++)
        end = p + 1;
    if (*p == '.')
        for (end = end ? p + 1 : NULL, p++; digit(*p) < 10; p++)
            end = p + 1;
    if (!end)
        return 0;
    if ((*p | 32) == 'e') {
        p += p[1] == '-' || p[1] == '+' ? 2 : 1;
        if (digit(*p) >= 10)
            __heddle_unsupported("sscanf of an exponent without digits");
        for (; digit(*p) < 10; p++)
            end = p + 1;
    }
    s->at = end;
    return 1;
}

void __heddle_scan_string_decimal(struct scanner *s, void *to, int bits, int how, unsigned width)
{
    if (s->outside) {
        store_any(to, bits, next_outside(s, how));
    } else if (begin_conversion(s, 1)) {
        const char *from = s->at;
        if (!pass_decimal(s, width)) {
            stop(s, 0);
        } else if (!(how & SCAN_SKIP)) {
            __heddle_read_real(from, to, bits);
            s->done++;
        }
    }
}

void __heddle_scan_string_text(struct scanner *s, char *to, int how, unsigned width)
{
    if (s->outside) {
        __heddle_scan_text(to, next_outside(s, how), OUT_OF_A_STRING, width);
    } else if (begin_conversion(s, 1)) {
        for (; width && *s->at && !is_space(*s->at); width--, s->at++)
            if (!(how & SCAN_SKIP))
                *to++ = *s->at;
        if (!(how & SCAN_SKIP)) {
            *to = 0;
            s->done++;
        }
    }
}

/* set: what is behind the bracket that opens it */
static _Bool is_in_set(const char *set, char c)
{
    _Bool other = *set == '^', found = 0;
    set += other;
    for (_Bool first = 1; first || *set != ']'; first = 0) {
        if (set[1] == '-' && set[2] != ']') {
            found |= (unsigned char)set[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)set[2];
            set += 3;
        } else {
            found |= *set++ == c;
        }
    }
    return found != other;
}

void __heddle_scan_string_set(struct scanner *s, char *to, const char *set, int how, unsigned width)
{
    if (s->outside) {
        __heddle_scan_set(to, next_outside(s, how), OUT_OF_A_STRING, width);
    } else if (begin_conversion(s, 0)) {
        const char *from = s->at;
        for (; width && *s->at && is_in_set(set, *s->at); width--, s->at++)
            if (!(how & SCAN_SKIP))
                *to++ = *s->at;
        if (s->at == from) {
            stop(s, 0);
        } else if (!(how & SCAN_SKIP)) {
            *to = 0;
            s->done++;
        }
    }
}

void __heddle_scan_string_characters(struct scanner *s, char *to, int how, unsigned width)
{
    if (s->outside) {
        int matches = next_outside(s, how);
        for (unsigned k = 0; k < width && matches; k++)
            store_any(to + k, 8, 1);
    } else if (begin_conversion(s, 0)) {
        for (; width && *s->at; width--, s->at++)
            if (!(how & SCAN_SKIP))
                *to++ = *s->at;
        s->done += !(how & SCAN_SKIP);
    }
}

void __heddle_scan_string_position(struct scanner *s, void *to, int bits)
{
    if (s->outside && s->done <= s->possible)
        store_any(to, bits, 1);
    else if (!s->outside && !s->stopped)
        store(to, bits, (unsigned long long)(s->at - s->text));
}

int __heddle_scan_string_end(struct scanner *s) { return s->outside ? s->possible : s->done; }
