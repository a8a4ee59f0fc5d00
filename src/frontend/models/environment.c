/* Arbitrary values from the system (random numbers, clocks, identities), waiting (no effect: every schedule is looked at), and
 * integer arithmetic of <stdlib.h>. */
#include "heddle.h"

static int positive(void) { return (int)(__heddle_nondet_u32() & 0x7fffffff); } /* 0 .. RAND_MAX */

MODEL int rand(void) { return positive(); }

MODEL long random(void) { return positive(); }

MODEL int rand_r(unsigned *seed)
{
    *seed = __heddle_nondet_u32();
    return positive();
}

MODEL long lrand48(void) { return positive(); }

MODEL void srand48(long seed) { (void)seed; }

MODEL void srand(unsigned seed) { (void)seed; }

MODEL void srandom(unsigned seed) { (void)seed; }

MODEL long time(long *to)
{
    long now = (long)__heddle_nondet_u64();
    if (to)
        *to = now;
    return now;
}

MODEL long clock(void) { return (long)__heddle_any_u64("processor time"); }

struct pair_of_longs {
    long seconds, fraction;
};

/* A clock that shows the time of day may be set to any time. Others go forward, which is not modelled. */
static int read_clock(struct pair_of_longs *to, long fractions, int may_be_set)
{
    long fraction = (long)__heddle_nondet_u64();
    __heddle_assume(fraction >= 0 && fraction < fractions);
    to->seconds = (long)(may_be_set ? __heddle_nondet_u64() : __heddle_any_u64("the time of a clock that goes forward"));
    to->fraction = fraction;
    return 0;
}

MODEL int clock_gettime(int clock, struct pair_of_longs *to)
{
    return read_clock(to, 1000000000, clock == 0);
}

MODEL int gettimeofday(struct pair_of_longs *to, void *zone)
{
    (void)zone;
    return read_clock(to, 1000000, 1);
}

/* Arbitrary, but the same at every call. */
static int process;

MODEL int getpid(void)
{
    __heddle_atomic_begin();
    if (process == 0) {
        process = positive();
        __heddle_assume(process != 0);
    }
    int result = process;
    __heddle_atomic_end();
    return result;
}

MODEL char *getenv(const char *name)
{
    (void)name;
    if (__heddle_nondet_bool())
        __heddle_unsupported("value of an environment variable");
    return NULL;
}

MODEL unsigned sleep(unsigned seconds)
{
    (void)seconds;
    return 0;
}

MODEL int usleep(unsigned microseconds)
{
    (void)microseconds;
    return 0;
}

MODEL int nanosleep(const void *duration, void *remaining)
{
    (void)duration, (void)remaining;
    return 0;
}

MODEL int clock_nanosleep(int clock, int flags, const void *duration, void *remaining)
{
    (void)clock, (void)flags, (void)duration, (void)remaining;
    return 0;
}

MODEL int abs(int x) { return x < 0 ? -x : x; }

MODEL long labs(long x) { return x < 0 ? -x : x; }

MODEL long long llabs(long long x) { return x < 0 ? -x : x; }

MODEL int ffs(int x)
{
    for (int i = 0; i < 32; i++)
        if ((unsigned)x >> i & 1)
            return i + 1;
    return 0;
}

static long limit(void) { return (long)__heddle_any_u64("a limit of the system"); }

MODEL long sysconf(int name)
{
    (void)name;
    return limit();
}

MODEL long __sysconf(int name)
{
    (void)name;
    return limit();
}
