/* heddle: reach=TRUE; engines: explore bounded */
/* Vectors of GNU C: element by element, as memory, as parameters and results, converted and shuffled. */
#include <assert.h>

typedef int int4 __attribute__((vector_size(16)));
typedef unsigned char byte8 __attribute__((vector_size(8)));
typedef float float4 __attribute__((vector_size(16)));
typedef long long long2 __attribute__((vector_size(16)));

static int4 one = {1, 2, 3, 4}, two = {10, -20, 30, -40};
static byte8 bytes = {250, 1, 2, 3, 4, 5, 6, 7};
static float4 reals = {1.5f, -2.0f, 0.25f, 8.0f};
static int third = 2;

static int4 sum(int4 a, int4 b) { return a + b * 2; }
static int total(int4 a) { return a[0] + a[1] + a[2] + a[3]; }

static void integers(void)
{
    int4 x = sum(one, two), y = one < two, shifted = one << one;
    assert(x[0] == 21 && x[1] == -38 && x[2] == 63 && x[3] == -76 && total(x) == -30);
    assert(y[0] == -1 && y[1] == 0 && y[2] == -1 && y[3] == 0);
    assert(shifted[0] == 2 && shifted[third] == 24 && total(two / one) == 0 + 10 - 10 + 10 - 10);
    x[third] = 5;
    assert(x[2] == 5 && total(y & one | ~y & two) == 1 - 20 + 3 - 40);
    two = -one;
    assert(two[third] == -3 && total(~one & 1) == 2);
}

static void narrow(void)
{
    byte8 x = bytes + 10;
    assert(x[0] == 4 && x[7] == 17);
    unsigned long long all = (unsigned long long)x;
    assert((all & 0xffff) == (11 << 8 | 4));
    long2 halves = (long2)one;
    assert(halves[0] == (2ll << 32 | 1) && halves[1] == (4ll << 32 | 3));
}

static void floats(void)
{
    float4 x = reals * reals + 1.0f;
    assert(x[0] == 3.25f && x[1] == 5.0f && x[2] == 1.0625f && x[3] == 65.0f);
    int4 greater = reals > 1.0f;
    assert(greater[0] == -1 && greater[1] == 0 && greater[2] == 0 && greater[3] == -1);
    x = __builtin_convertvector(one, float4);
    assert(x[3] == 4.0f);
}

int main(void)
{
    integers();
    narrow();
    floats();
    return 0;
}
