/* Arbitrary values from the system (clocks, identities), and waiting (no effect: every schedule is looked at). */
#include "errors.h"
#include "interrupted.h"
#include "states.h"
#include "time.h"

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
        process = (int)__heddle_nondet_u32();
        __heddle_assume(process > 0 && process <= 1 << 22);
    }
    int result = process;
    __heddle_atomic_end();
    return result;
}

/* The text of a variable is the same memory at each call. Names are not looked at: some text that was found may be found again. */
static char *found_before;

/* Who changes the environment must be alone: others may not even read it. */
static int changes(_Bool may_fail)
{
    USES_STATE(environ);
    if (__heddle_names_environment())
        __heddle_uncovered("the variable 'environ', since the environment is changed");
    return may_fail && __heddle_any_u8("whether the environment can be changed") & 1 ? __heddle_fails() : 0;
}

MODEL int setenv(const char *name, const char *value, int replaces)
{
    (void)replaces;
    __heddle_reads_text(name, __SIZE_MAX__);
    __heddle_reads_text(value, __SIZE_MAX__);
    return changes(1);
}

MODEL int unsetenv(const char *name)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    return changes(1);
}

MODEL int clearenv(void) { return changes(0); }

/* The text itself becomes a part of the environment. */
MODEL int putenv(char *text)
{
    __heddle_reads_text(text, __SIZE_MAX__);
    __heddle_uncovered("memory that 'putenv' keeps");
    return changes(1);
}

MODEL char *getenv(const char *name)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    READS_STATE(environ);
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
    return __heddle_is_interrupted() ? __heddle_any_u32("what is left of waiting") : 0;
}

MODEL int usleep(unsigned microseconds)
{
    (void)microseconds;
    return __heddle_is_interrupted() ? __heddle_failed(E_INTR) : 0;
}

MODEL int nanosleep(const struct time *duration, struct time *remaining)
{
    if (__heddle_is_interrupted()) {
        leave_time(remaining);
        return __heddle_failed(E_INTR);
    }
    return is_time(duration) && duration->seconds >= 0 ? 0 : __heddle_failed(E_INVAL);
}

MODEL int clock_nanosleep(int clock, int flags, const struct time *duration, struct time *remaining)
{
    if (!is_waiting_clock(clock))
        __heddle_unsupported("clock_nanosleep with such a clock");
    if (__heddle_is_interrupted()) {
        leave_time(flags ? NULL : remaining);
        return E_INTR;
    }
    return is_time(duration) && duration->seconds >= 0 ? 0 : E_INVAL;
}

/* What is the same on every x86; of processors there is one at least. */
static long limit(int name)
{
    enum { TICKS_A_SECOND = 2, PAGE_SIZE = 30, PROCESSORS = 83, PROCESSORS_ONLINE = 84 };
    switch (name) {
    case TICKS_A_SECOND: return 100;
    case PAGE_SIZE: return 4096;
    case PROCESSORS:
    case PROCESSORS_ONLINE: return 1 + (long)(__heddle_any_u32("the number of processors") >> 16);
    default: return (long)__heddle_any_u64("a limit of the system");
    }
}

MODEL long sysconf(int name) { return limit(name); }

MODEL long __sysconf(int name) { return limit(name); }

MODEL int getpagesize(void) { return 4096; }
