/* heddle: reach=TRUE; engines: explore bounded */
/* Integers of 128 bits: sums, products, quotients, shifts, comparisons, as parameters, results and members. */
#include <assert.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

static unsigned long a = 0xfedcba9876543210, b = 0x0123456789abcdef;
static long minus = -5;
static wide kept = (wide)7 << 70;
struct pair {
    char before;
    wide number;
} shared = {1, -2};

static unsigned long high(uwide x) { return (unsigned long)(x >> 64); }
static wide negated(wide x, int times) { return times > 0 ? -x : x; }

static void sums(void)
{
    uwide x = (uwide)a << 64 | b, y = x + a;
    assert((unsigned long)y == b + a && high(y) == a);
    y = x + ((uwide)1 << 127) + ~(uwide)0;
    assert(high(y) == (a ^ 1ul << 63) && (unsigned long)y == b - 1);
    y = (uwide)b - a;
    assert(high(y) == ~0ul && (unsigned long)y == b - a);
    wide z = negated(minus, 1);
    assert(z == 5 && negated(z, 0) == 5 && -z == minus && z > minus && (uwide)z < (uwide)(wide)minus);
}

static void products(void)
{
    uwide x = (uwide)a * b;
    assert(high(x) == 0x0121fa00ad77d742 && (unsigned long)x == 0x2236d88fe5618cf0);
    wide y = (wide)minus * (long)b;
    assert(y == -((wide)b * 5) && y < 0);
    assert(x / b == a && x % b == 0 && (x + 3) % a == 3 && (x + 3) / a == b);
    assert(y / minus == (long)b && (y - 1) % minus == -1 && (y - 1) / 5 == -(long)b);
    assert(x / ((uwide)1 << 64) == high(x));
}

static void shifts(int by)
{
    uwide x = (uwide)a << 64 | b;
    wide y = (wide)minus << 90;
    assert(high(x << 4) == (a << 4 | b >> 60) && (unsigned long)(x << by) == 0 && high(x << by) == b << 6);
    assert((unsigned long)(x >> by) == a >> 6 && y >> 90 == minus && y >> by < 0 && y >> 127 == -1);
    assert((x ^ ~x) == ~(uwide)0 && (x & 1) == 1 && (x | y) != x);
    assert(__builtin_popcountll(b) == 32 && (unsigned char)x == 0xef && !!(uwide)(x & (uwide)1 << 127));
}

static void memory(void)
{
    wide many[3] = {1, 2, minus};
    struct pair copy = shared;
    kept++;
    assert(kept == ((wide)7 << 70) + 1 && copy.number == -2 && copy.before == 1);
    copy.number = many[copy.before] + many[2];
    assert(copy.number == -3 && (long)copy.number == -3);
    assert(*(long *)&copy.number == -3 && ((long *)&copy.number)[1] == -1);
}

int main(void)
{
    sums();
    products();
    shifts(70);
    memory();
    return 0;
}
