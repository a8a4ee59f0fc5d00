/* Arbitrary values from the system (random numbers, clocks, identities), and waiting (no effect: every schedule is looked at). */
#include "errors.h"
#include "time.h"

static int positive(void) { return (int)(__heddle_nondet_u32() & 0x7fffffff); } /* 0 .. RAND_MAX */

/* C leaves open which numbers rand gives, so the first ones are arbitrary. A seed that is set once numbers have been given may make
 * them come again: from there on they are any value. */
static _Bool begun, seeded_again;

static int next_random(void)
{
    __heddle_atomic_begin();
    begun = 1;
    _Bool again = seeded_again;
    __heddle_atomic_end();
    return again ? (int)(__heddle_any_u32("a random number after the seed was set again") & 0x7fffffff) : positive();
}

static void seed_random(void)
{
    __heddle_atomic_begin();
    seeded_again |= begun;
    begun = 1;
    __heddle_atomic_end();
}

MODEL int rand(void) { return next_random(); }

MODEL long random(void) { return next_random(); }

MODEL void srand(unsigned seed)
{
    (void)seed;
    seed_random();
}

MODEL void srandom(unsigned seed)
{
    (void)seed;
    seed_random();
}

/* As in glibc. */
MODEL int rand_r(unsigned *seed)
{
    unsigned next = *seed, result;
    next = next * 1103515245 + 12345;
    result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}

/* As POSIX says; before any seed as in glibc. */
static unsigned long long state48;

MODEL long lrand48(void)
{
    __heddle_atomic_begin();
    unsigned long long x = (state48 * 0x5deece66d + 0xb) & 0xffffffffffff;
    state48 = x;
    __heddle_atomic_end();
    return (long)(x >> 17);
}

MODEL void srand48(long seed)
{
    __heddle_atomic_begin();
    state48 = (unsigned long long)(unsigned)seed << 16 | 0x330e;
    __heddle_atomic_end();
}

/* What a clock that can be set may show; Linux keeps it in a number of nanoseconds. */
static long seconds(void)
{
    unsigned long long now = __heddle_nondet_u64();
    __heddle_assume(now <= (sizeof(long) == 4 ? 0x7fffffff : 9223372036));
    return (long)now;
}

MODEL long time(long *to)
{
    long now = seconds();
    if (to)
        *to = now;
    return now;
}

MODEL long clock(void) { return (long)((word)__heddle_any_u64("processor time") >> 1) - 1; }

static long later_seconds(void) { return (long)((word)__heddle_any_u64("the time of a clock that goes forward") >> 1); }

/* fractions: of a second */
static int read_clock(struct time *to, long seconds, long fractions)
{
    long fraction = (long)__heddle_nondet_u64();
    __heddle_assume(fraction >= 0 && fraction < fractions);
    to->seconds = seconds;
    to->fraction = fraction;
    return 0;
}

enum { CLOCKS = 12 };

/* A clock that shows the time of day may be set to any time. Others go forward, which is not modelled. */
MODEL int clock_gettime(int clock, struct time *to)
{
    if (clock == 8 || clock == 9 || clock < 0) /* there or not */
        __heddle_unsupported("a clock that is rarely there");
    if (clock == 10 || clock >= CLOCKS)
        return __heddle_failed(E_INVAL);
    return read_clock(to, clock == 0 ? seconds() : later_seconds(), NANOSECONDS);
}

MODEL int timespec_get(struct time *to, int base)
{
    if (base != 1) /* TIME_UTC; later glibcs know others */
        return 0;
    read_clock(to, seconds(), NANOSECONDS);
    return base;
}

MODEL int gettimeofday(struct time *to, void *zone)
{
    if (zone)
        __heddle_unsupported("the time zone");
    return to ? read_clock(to, seconds(), 1000000) : 0;
}

/* Arbitrary, but the same at every call. */
static int process;

MODEL int getpid(void)
{
    __heddle_atomic_begin();
    if (process == 0) {
        process = positive();
        __heddle_assume(process > 0 && process <= 1 << 22);
    }
    int result = process;
    __heddle_atomic_end();
    return result;
}

/* The text of a variable is the same memory at each call. Names are not looked at: some text that was found may be found again. */
static char *found_before;

MODEL char *getenv(const char *name)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    if (!__heddle_nondet_bool())
        return NULL;
    __heddle_approximate("value of an environment variable");
    __heddle_atomic_begin();
    char *known = found_before;
    __heddle_atomic_end();
    if (known && __heddle_nondet_bool())
        return known;
    unsigned length = __heddle_nondet_u32() & 0x1ffff;
    char *text = __heddle_alloc_any(length + 1);
    text[length] = 0;
    __heddle_atomic_begin();
    if (__heddle_nondet_bool())
        found_before = text;
    __heddle_atomic_end();
    return text;
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

MODEL int nanosleep(const struct time *duration, void *remaining)
{
    (void)remaining;
    return is_time(duration) && duration->seconds >= 0 ? 0 : __heddle_failed(E_INVAL);
}

MODEL int clock_nanosleep(int clock, int flags, const struct time *duration, void *remaining)
{
    (void)flags, (void)remaining;
    if (!is_waiting_clock(clock))
        __heddle_unsupported("clock_nanosleep with such a clock");
    return is_time(duration) && duration->seconds >= 0 ? 0 : E_INVAL;
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
