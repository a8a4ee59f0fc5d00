/* Numbers of type long double as x87 has them, computed with integers: 64 bits of a significand, of which the first one is the digit before the point, and a word
 * with the sign and 15 bits of an exponent. Results are rounded to nearest, and if two are as near to the even one. The front end calls these
 * (long_doubles.c), once for each word that it wants. */
#include "heddle.h"

typedef unsigned long long word64;

struct number {
    word64 digits; /* the first one is not 0, but for the smallest exponent */
    unsigned sign;
    int exponent; /* as it is written; the smallest is 1 */
};

enum { BIAS = 16383, LARGEST = 0x7fff, DIGITS = 64, DOUBLE_DIGITS = 53, FLOAT_DIGITS = 24 };
#define FIRST (1ull << 63)

/* The bits of a long double. */
struct bits {
    word64 digits;
    word64 head;
};

static word64 word_of(struct bits b, unsigned which) { return which ? b.head : b.digits; }

static struct bits bits_of(word64 digits, unsigned sign, int exponent)
{
    return (struct bits){digits, (word64)sign << 15 | (word64)exponent};
}

static int exponent_of(word64 head) { return (int)(head & LARGEST); }
static unsigned sign_of(word64 head) { return (unsigned)(head >> 15) & 1; }

static _Bool is_infinite(word64 digits, word64 head) { return exponent_of(head) == LARGEST && digits == FIRST; }

/* Also what no operation of x87 gives: the digit before the point is missing. */
static _Bool is_no_number(word64 digits, word64 head)
{
    return (exponent_of(head) == LARGEST && digits != FIRST) || (exponent_of(head) && !(digits & FIRST));
}

static struct number number_of(word64 digits, word64 head)
{
    int exponent = exponent_of(head);
    return (struct number){digits, sign_of(head), exponent ? exponent : 1};
}

#define QUIET (FIRST >> 1)

static _Bool either(void) { return __heddle_any_u8("the bits of what is not a number") & 1; }

/* Compilers and machines do not agree on its sign. */
static struct bits no_number(void) { return bits_of(FIRST | QUIET, either(), LARGEST); }

/* If one of them is none, so is what is computed from it: the same one. */
static _Bool is_none(word64 a, word64 a_head, word64 b, word64 b_head)
{
    return is_no_number(a, a_head) || is_no_number(b, b_head);
}

static struct bits that_one(word64 a, word64 a_head, word64 b, word64 b_head)
{
    _Bool first = is_no_number(a, a_head) && (!is_no_number(b, b_head) || either());
    word64 digits = first ? a : b;
    return exponent_of(first ? a_head : b_head) == LARGEST && digits & FIRST ? bits_of(digits | QUIET, either(), LARGEST)
                                                                             : no_number();
}

static struct bits infinite(unsigned sign) { return bits_of(FIRST, sign, LARGEST); }

/* To the right, and what goes beyond the last digit stays there as one. */
static word64 shifted(word64 digits, int by)
{
    return by == 0 ? digits : by < DIGITS ? digits >> by | (digits << (DIGITS - by) != 0) : digits != 0;
}

/* Digits in two words become one of so many digits from the first on (or, where the exponent is below the smallest one, fewer), and its exponent. */
static struct number rounded(struct number n, word64 rest, int count, int smallest)
{
    if (n.digits == 0) {
        n.digits = rest;
        n.exponent -= DIGITS;
        rest = 0;
    }
    if (n.digits == 0)
        return (struct number){0, n.sign, smallest};
    int zeros = __builtin_clzll(n.digits);
    if (zeros) {
        n.digits = n.digits << zeros | rest >> (DIGITS - zeros);
        rest <<= zeros;
        n.exponent -= zeros;
    }
    int lost = DIGITS - count;
    if (n.exponent < smallest) {
        int more = smallest - n.exponent;
        lost = more > DIGITS ? DIGITS + 1 : lost + more;
        n.exponent = smallest;
    }
    if (lost > DIGITS)
        return (struct number){0, n.sign, smallest};
    /* the digits that stay are the low ones now */
    word64 kept = lost == DIGITS ? 0 : n.digits >> lost;
    word64 gone = lost == 0 ? rest : lost == DIGITS ? n.digits | (rest != 0) : n.digits << (DIGITS - lost) | (rest != 0);
    _Bool up = gone > FIRST || (gone == FIRST && kept & 1);
    int places = DIGITS - count; /* where the last digit is */
    n.digits = kept + up;
    if (up && n.digits == 0) { /* of 64 digits */
        n.digits = FIRST;
        n.exponent++;
        return n;
    }
    if (places && n.digits >> count) {
        n.digits >>= 1;
        n.exponent++;
    }
    n.digits <<= places;
    return n;
}

static struct bits packed(struct number n, word64 rest)
{
    n = rounded(n, rest, DIGITS, 1);
    if (n.exponent >= LARGEST)
        return infinite(n.sign);
    return bits_of(n.digits, n.sign, n.digits & FIRST ? n.exponent : 0);
}

/* --- sums --- */

static struct bits sum(word64 a, word64 a_head, word64 b, word64 b_head)
{
    if (is_none(a, a_head, b, b_head))
        return that_one(a, a_head, b, b_head);
    if (is_infinite(a, a_head))
        return is_infinite(b, b_head) && sign_of(a_head) != sign_of(b_head) ? no_number() : infinite(sign_of(a_head));
    if (is_infinite(b, b_head))
        return infinite(sign_of(b_head));
    struct number x = number_of(a, a_head), y = number_of(b, b_head);
    if (x.exponent < y.exponent || (x.exponent == y.exponent && x.digits < y.digits)) {
        struct number kept = x;
        x = y;
        y = kept;
    }
    int apart = x.exponent - y.exponent;
    word64 rest = apart == 0 ? 0 : apart < DIGITS ? y.digits << (DIGITS - apart) : shifted(y.digits, apart - DIGITS);
    word64 small = apart < DIGITS ? y.digits >> apart : 0;
    if (x.sign == y.sign) {
        word64 all = x.digits + small;
        if (all < small) {
            rest = all << 63 | rest >> 1 | (rest & 1);
            all = all >> 1 | FIRST;
            x.exponent++;
        }
        x.digits = all;
        return packed(x, rest);
    }
    x.digits = x.digits - small - (rest != 0);
    rest = -rest;
    if (x.digits == 0 && rest == 0)
        x.sign = 0;
    return packed(x, rest);
}

word64 __heddle_long_double_add(word64 a, word64 a_head, word64 b, word64 b_head, unsigned which)
{
    return word_of(sum(a, a_head, b, b_head), which);
}

/* --- products and quotients --- */

static struct bits product(word64 a, word64 a_head, word64 b, word64 b_head)
{
    unsigned sign = sign_of(a_head) ^ sign_of(b_head);
    if (is_none(a, a_head, b, b_head))
        return that_one(a, a_head, b, b_head);
    if (is_infinite(a, a_head) || is_infinite(b, b_head))
        return a && b ? infinite(sign) : no_number();
    struct number x = number_of(a, a_head), y = number_of(b, b_head);
    word64 mask = 0xffffffff, x0 = x.digits & mask, x1 = x.digits >> 32, y0 = y.digits & mask, y1 = y.digits >> 32;
    word64 t = x1 * y0 + (x0 * y0 >> 32), u = x0 * y1 + (t & mask);
    struct number r = {x1 * y1 + (t >> 32) + (u >> 32), sign, x.exponent + y.exponent - BIAS + 1};
    return packed(r, x.digits * y.digits);
}

word64 __heddle_long_double_multiply(word64 a, word64 a_head, word64 b, word64 b_head, unsigned which)
{
    return word_of(product(a, a_head, b, b_head), which);
}

static struct number with_first_digit(struct number n)
{
    int zeros = __builtin_clzll(n.digits);
    return (struct number){n.digits << zeros, n.sign, n.exponent - zeros};
}

/* The next digit of a quotient. */
static word64 next_digit(word64 *left, word64 by)
{
    _Bool out = *left >> 63;
    *left <<= 1;
    if (!out && *left < by)
        return 0;
    *left -= by;
    return 1;
}

static struct bits quotient(word64 a, word64 a_head, word64 b, word64 b_head)
{
    unsigned sign = sign_of(a_head) ^ sign_of(b_head);
    if (is_none(a, a_head, b, b_head))
        return that_one(a, a_head, b, b_head);
    if (is_infinite(a, a_head))
        return is_infinite(b, b_head) ? no_number() : infinite(sign);
    if (is_infinite(b, b_head))
        return bits_of(0, sign, 0);
    if (b == 0)
        return a ? infinite(sign) : no_number();
    if (a == 0)
        return bits_of(0, sign, 0);
    struct number x = with_first_digit(number_of(a, a_head)), y = with_first_digit(number_of(b, b_head));
    struct number r = {0, sign, x.exponent - y.exponent + BIAS};
    word64 left = x.digits;
    if (left >= y.digits) {
        left -= y.digits;
        r.digits = 1;
    }
    for (int k = r.digits ? 1 : 0; k < DIGITS; k++)
        r.digits = r.digits << 1 | next_digit(&left, y.digits);
    if (x.digits < y.digits)
        r.exponent--;
    word64 guard = next_digit(&left, y.digits);
    return packed(r, guard << 63 | (left != 0));
}

word64 __heddle_long_double_divide(word64 a, word64 a_head, word64 b, word64 b_head, unsigned which)
{
    return word_of(quotient(a, a_head, b, b_head), which);
}

/* --- comparisons: one bit of the number of LLVM's predicate --- */

enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };

unsigned __heddle_long_double_compare(word64 a, word64 a_head, word64 b, word64 b_head)
{
    if (is_none(a, a_head, b, b_head))
        return UNORDERED;
    if (a == 0 && b == 0)
        return EQUAL;
    struct number x = number_of(a, a_head), y = number_of(b, b_head);
    if (x.sign != y.sign)
        return x.sign ? LESS : GREATER;
    if (x.exponent == y.exponent && a == b)
        return EQUAL;
    _Bool less = x.exponent != y.exponent ? x.exponent < y.exponent : a < b;
    return less != x.sign ? LESS : GREATER;
}

/* --- kinds: one bit, as LLVM numbers them --- */

unsigned __heddle_long_double_kind(word64 digits, word64 head)
{
    enum { SIGNALLING = 1, NOT_A_NUMBER = 2, INFINITE = 4, NORMAL = 8, SMALL = 16, ZERO = 32 };
    enum { POSITIVE_ZERO = 64, POSITIVE_SMALL = 128, POSITIVE_NORMAL = 256, POSITIVE_INFINITE = 512 };
    unsigned sign = sign_of(head);
    if (is_no_number(digits, head))
        return exponent_of(head) == LARGEST && digits & QUIET ? NOT_A_NUMBER : SIGNALLING;
    if (is_infinite(digits, head))
        return sign ? INFINITE : POSITIVE_INFINITE;
    if (digits == 0)
        return sign ? ZERO : POSITIVE_ZERO;
    return exponent_of(head) ? sign ? NORMAL : POSITIVE_NORMAL : sign ? SMALL : POSITIVE_SMALL;
}

/* --- other types --- */

word64 __heddle_long_double_of_double(word64 bits, unsigned which)
{
    unsigned sign = (unsigned)(bits >> 63);
    int exponent = (int)(bits >> 52 & 0x7ff);
    word64 digits = bits << 11 & ~FIRST;
    if (exponent == 0x7ff)
        return word_of(digits ? bits_of(digits | QUIET | FIRST, sign, LARGEST) : infinite(sign), which);
    struct number n = {exponent ? digits | FIRST : digits, sign, (exponent ? exponent : 1) - 1023 + BIAS};
    return word_of(packed(n, 0), which);
}

word64 __heddle_long_double_of_integer(word64 value, _Bool negative, unsigned which)
{
    struct number n = {negative ? -value : value, negative, BIAS + DIGITS - 1};
    return word_of(packed(n, 0), which);
}

/* The bits of a double or a float. */
static word64 narrow(word64 digits, word64 head, int count, int bias, int largest)
{
    word64 sign = (word64)sign_of(head) << (count == FLOAT_DIGITS ? 31 : 63), top = (word64)largest << (count - 1);
    if (is_no_number(digits, head))
        return sign | top | ((digits | QUIET) & ~FIRST) >> (DIGITS - count);
    if (is_infinite(digits, head))
        return sign | top;
    struct number n = number_of(digits, head);
    n.exponent -= BIAS - bias;
    n = rounded(n, 0, count, 1);
    if (n.exponent >= largest)
        return sign | top;
    word64 fraction = (n.digits & ~FIRST) >> (DIGITS - count);
    return sign | (n.digits & FIRST ? (word64)n.exponent << (count - 1) : 0) | fraction;
}

word64 __heddle_long_double_to_double(word64 digits, word64 head) { return narrow(digits, head, DOUBLE_DIGITS, 1023, 0x7ff); }

word64 __heddle_long_double_to_float(word64 digits, word64 head) { return narrow(digits, head, FLOAT_DIGITS, 127, 0xff); }

/* Its whole part, without the sign; or how an integer of some bits cannot hold it. */
static word64 whole_part(word64 digits, word64 head)
{
    int places = BIAS + DIGITS - 1 - exponent_of(head);
    return places < 0 || places >= DIGITS ? 0 : digits >> places;
}

word64 __heddle_long_double_to_integer(word64 digits, word64 head)
{
    word64 whole = whole_part(digits, head);
    return sign_of(head) ? -whole : whole;
}

_Bool __heddle_long_double_fits(word64 digits, word64 head, unsigned bits, _Bool is_signed)
{
    word64 whole = whole_part(digits, head), most = is_signed ? (1ull << (bits - 1)) - 1 : bits == 64 ? ~0ull : (1ull << bits) - 1;
    if (is_no_number(digits, head) || exponent_of(head) > BIAS + DIGITS - 1)
        return 0;
    if (sign_of(head))
        return is_signed ? whole <= most + 1 : whole == 0;
    return whole <= most;
}
