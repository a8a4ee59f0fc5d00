/* The numbers of drand48 and its kin, as POSIX says: 48 bits, times a, plus c. Before any seed they are as in glibc. Nobody keeps others out. */
#include "states.h"
#include "weak_memory.h"

static unsigned long long state48, factor = 0x5deece66d;
static unsigned short summand = 0xb, before[3];

static unsigned long long step(unsigned long long x) { return (x * factor + summand) & 0xffffffffffff; }

/* There is no lock, so that on x86 it is no barrier. */
static void look_at_buffers(void)
{
    if (__heddle_store_buffers)
        __heddle_uncovered("lrand48 and its kin under --memory-model=tso");
}

static unsigned long long next(void)
{
    USES_STATE(drand48);
    look_at_buffers();
    __heddle_atomic_begin();
    unsigned long long x = step(state48);
    state48 = x;
    __heddle_atomic_end();
    return x;
}

static unsigned long long joined(const unsigned short x[3])
{
    return x[0] | (unsigned long long)x[1] << 16 | (unsigned long long)x[2] << 32;
}

static unsigned long long next_of(unsigned short x[3])
{
    USES_STATE(drand48); /* the factor, which lcong48 changes */
    unsigned long long n = step(joined(x));
    for (int k = 0; k < 3; k++)
        x[k] = (unsigned short)(n >> 16 * k);
    return n;
}

static double fraction(unsigned long long x) { return (double)x * 0x1p-48; }

MODEL double drand48(void) { return fraction(next()); }

MODEL long lrand48(void) { return (long)(next() >> 17); }

MODEL long mrand48(void) { return (int)(next() >> 16); }

MODEL double erand48(unsigned short x[3]) { return fraction(next_of(x)); }

MODEL long nrand48(unsigned short x[3]) { return (long)(next_of(x) >> 17); }

MODEL long jrand48(unsigned short x[3]) { return (int)(next_of(x) >> 16); }

/* A seed brings the usual factor back. */
static void seed(unsigned long long x, unsigned long long a, unsigned short c)
{
    USES_STATE(drand48);
    look_at_buffers();
    __heddle_atomic_begin();
    for (int k = 0; k < 3; k++)
        before[k] = (unsigned short)(state48 >> 16 * k);
    state48 = x;
    factor = a;
    summand = c;
    __heddle_atomic_end();
}

MODEL void srand48(long value) { seed((unsigned long long)(unsigned)value << 16 | 0x330e, 0x5deece66d, 0xb); }

MODEL unsigned short *seed48(unsigned short x[3])
{
    seed(joined(x), 0x5deece66d, 0xb);
    return before;
}

MODEL void lcong48(unsigned short x[7]) { seed(joined(x), joined(x + 3), x[6]); }
