/* Random numbers. C leaves open which numbers rand gives, but the same seed gives the same ones: those of the first seed are kept, as far as
 * there is room. A number that was given and not kept may come again once a seed has been set: from there on it is any value. In a program that
 * sets a seed in one place nothing is kept. */
#include "states.h"

enum { KEPT = 4 };

static struct {
    unsigned seed, first_seed; /* seeds less 1: without srand it is 1, and 0 is the same in glibc */
    unsigned position, length; /* how many numbers since the seed was set; how many of the first seed are kept */
    int kept[KEPT];
    _Bool begun, forgotten, may_repeat; /* a number was given; one was given and not kept; the seed was set after that */
} randoms;

static int arbitrary(void) { return (int)(__heddle_nondet_u32() & 0x7fffffff); } /* 0 .. RAND_MAX */

static int not_kept(void)
{
    randoms.forgotten = 1;
    if (randoms.may_repeat)
        return (int)(__heddle_any_u32("a random number after the seed was set again") & 0x7fffffff);
    return arbitrary();
}

/* One of the numbers that are kept, or the next one to be kept. */
static int keep(unsigned position)
{
    if (position == randoms.length) {
        randoms.kept[position] = arbitrary();
        randoms.length = position + 1;
    }
    return randoms.kept[position];
}

static int next_random(void)
{
    __heddle_atomic_begin();
    if (__heddle_seeds_again() && !randoms.begun)
        randoms.first_seed = randoms.seed;
    randoms.begun = 1;
    _Bool is_kept = __heddle_seeds_again() && randoms.seed == randoms.first_seed && randoms.position < KEPT;
    int result = is_kept ? keep(randoms.position++) : not_kept();
    __heddle_atomic_end();
    return result;
}

static void seed_random(unsigned seed)
{
    __heddle_atomic_begin();
    if (__heddle_seeds_again()) {
        randoms.seed = seed ? seed - 1 : 0;
        randoms.position = 0;
    }
    randoms.may_repeat |= randoms.forgotten;
    __heddle_atomic_end();
}

/* POSIX asks no thread-safety of rand, as it does of random; tasks of the competition take glibc's, which has a lock. */
static void touch_rand(void)
{
    if (!__heddle_competition())
        USES_STATE(rand);
}

MODEL int rand(void)
{
    touch_rand();
    return next_random();
}

MODEL long random(void) { return next_random(); }

MODEL void srand(unsigned seed)
{
    touch_rand();
    seed_random(seed);
}

MODEL void srandom(unsigned seed) { seed_random(seed); }

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
