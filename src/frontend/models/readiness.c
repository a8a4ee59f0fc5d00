/* poll and select: which files are ready is up to the world, and so is whether a signal interrupts the call. */
#include "errors.h"
#include "heddle.h"

struct poll_file {
    int file;
    short wanted, found;
};

enum { ERROR = 8, HANG_UP = 16, INVALID = 32, MOST_FILES = 16 /* of more, everything is any value */ };

/* A file of the program's own (a pipe, a counter of events) is ready or not by what the program does. */
static void depends_on_the_program(void)
{
    if (!__heddle_from_outside())
        __heddle_approximate("which files are ready");
}

/* One that is not open is invalid, and nothing else; which are open is not known. */
static short found_of(const struct poll_file *f)
{
    if (f->file < 0)
        return 0;
    if (!__heddle_nondet_bool())
        return (short)(__heddle_nondet_u16() & (f->wanted | ERROR | HANG_UP));
    __heddle_approximate("which files are open");
    return INVALID;
}

/* How many are ready; none of those with a negative number. */
static int find_ready(struct poll_file *files, word count)
{
    int ready = 0;
    for (word k = 0; k < count; k++) {
        short found = found_of(&files[k]);
        files[k].found = found;
        ready += found != 0;
    }
    return ready;
}

static int find_any(struct poll_file *files, word count)
{
    __heddle_writes(files, count * sizeof *files);
    __heddle_havoc(files, count * sizeof *files, "which of many files are ready", NULL);
    word ready = __heddle_any_u32("which of many files are ready") & 0x7fffffff;
    return (int)(ready < count ? ready : count);
}

static int wait_for_files(struct poll_file *files, word count, _Bool for_ever)
{
    if (__heddle_nondet_bool())
        return __heddle_fails();
    depends_on_the_program();
    if (count > MOST_FILES)
        return find_any(files, count);
    int ready = find_ready(files, count);
    __heddle_assume(ready > 0 || !for_ever);
    return ready;
}

MODEL int poll(struct poll_file *files, word count, int milliseconds) { return wait_for_files(files, count, milliseconds < 0); }

MODEL int ppoll(struct poll_file *files, word count, const void *time, const void *signals)
{
    if (time)
        __heddle_reads(time, 2 * sizeof(long));
    if (signals)
        __heddle_reads(signals, sizeof(long));
    return wait_for_files(files, count, !time);
}

enum { BITS = 8 * sizeof(word), MOST_NUMBER = 1024 };

/* The files of a set that are ready stay in it; returns how many. */
static int keep_ready(word *set, int end)
{
    int ready = 0;
    if (!set)
        return 0;
    for (int k = 0; k * (int)BITS < end; k++) {
        word below = end - k * (int)BITS < (int)BITS ? ((word)1 << (end - k * (int)BITS)) - 1 : ~(word)0;
        set[k] &= (word)__heddle_nondet_u64() & below;
        ready += __builtin_popcountl(set[k]);
    }
    return ready;
}

static int select_files(int end, word *readable, word *writable, word *other, _Bool for_ever)
{
    if (end < 0) {
        __heddle_failed(E_INVAL);
        return -1;
    }
    if (end > MOST_NUMBER)
        __heddle_unsupported("limit: select of more than 1,024 files");
    if (__heddle_nondet_bool())
        return __heddle_fails();
    depends_on_the_program();
    int ready = keep_ready(readable, end) + keep_ready(writable, end) + keep_ready(other, end);
    __heddle_assume(ready > 0 || !for_ever);
    return ready;
}

/* Linux says how much time is left. */
MODEL int select(int end, word *readable, word *writable, word *other, long *time)
{
    if (time) {
        time[0] = (long)__heddle_nondet_u64();
        time[1] = (long)__heddle_nondet_u64();
    }
    return select_files(end, readable, writable, other, !time);
}

MODEL int pselect(int end, word *readable, word *writable, word *other, const long *time, const void *signals)
{
    if (time)
        __heddle_reads(time, 2 * sizeof(long));
    if (signals)
        __heddle_reads(signals, sizeof(long));
    return select_files(end, readable, writable, other, !time);
}

/* FD_SET and its relatives under _FORTIFY_SOURCE: the word of a set that a file is in. The program is aborted if it is in none. */
static long word_of(long file)
{
    if ((word)file >= MOST_NUMBER)
        __heddle_halt();
    return file / (long)BITS;
}

MODEL long __fdelt_chk(long file) { return word_of(file); }

MODEL long __fdelt_warn(long file) { return word_of(file); }
