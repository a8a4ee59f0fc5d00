/* What the bodies of library functions without a model of their own are made of (library_bodies.c, from library.def). Whatever they write or
 * give back is any value. How many bytes they read and write is known for some parameters; of others it may be all that is there, and a
 * race with that shows nothing. */
#include "errors.h"
#include "states.h"

extern const int __heddle_condvars_signalled; /* see cond.h */

#define UNKNOWN_EXTENT "how much memory a library function accesses"

void __heddle_library_reads(const void *p, size_t size)
{
    if (p)
        __heddle_reads(p, size);
}

/* At least so many bytes must be there, however much is accessed. */
void __heddle_library_needs(const void *p, size_t size)
{
    if (p && __heddle_memory())
        __heddle_reads(p, size);
}

/* Whoever might read more than the function does has not come back from it. */
void __heddle_library_reads_some(const void *p)
{
    if (!__heddle_races() || !p || !__heddle_shared(p) || !__heddle_nondet_bool())
        return;
    __heddle_approximate(UNKNOWN_EXTENT);
    __heddle_reads(p, __SIZE_MAX__);
    __heddle_assume(0);
}

void __heddle_library_writes(void *p, size_t size, const char *what)
{
    if (!p)
        return;
    __heddle_writes(p, size);
    __heddle_havoc(p, size, what, NULL);
}

/* A variable of the library, which has a lock of its own for it. */
void __heddle_library_sets(void *p, const char *what)
{
    if (__heddle_races() || __heddle_asks_for_uncovered())
        __heddle_uncovered("a variable of the library that a library function sets");
    __heddle_havoc(p, __SIZE_MAX__, what, NULL);
}

void __heddle_library_writes_some(void *p, const char *what)
{
    if (!p)
        return;
    if (__heddle_races() && __heddle_shared(p))
        __heddle_approximate(UNKNOWN_EXTENT);
    __heddle_havoc(p, __SIZE_MAX__, what, NULL);
}

void __heddle_library_reads_all(const void *p)
{
    if (!__heddle_races() || !p || !__heddle_nondet_bool())
        return;
    __heddle_approximate(UNKNOWN_EXTENT);
    __heddle_reach("", 0, 0, p);
    __heddle_assume(0);
}

void __heddle_library_writes_all(void *p, const char *what)
{
    if (!p)
        return;
    if (__heddle_races())
        __heddle_approximate(UNKNOWN_EXTENT);
    __heddle_reach(what, 1, 0, p);
}

STATE(environ);
STATE(rand);
STATE(drand48);
STATE(strerror);
STATE(locale);

/* State of the function's own, which has no lock; or null. */
void __heddle_library_state(volatile unsigned char *state)
{
    if (__heddle_races() && state)
        *state = *state;
}

void __heddle_library_looks(const volatile unsigned char *state)
{
    if (__heddle_races() && state)
        (void)*state;
}

/* what: a string literal. Whether somebody else is kept out is not known. */
void __heddle_library_unlocked(const char *what)
{
    if (__heddle_races() || __heddle_asks_for_uncovered())
        __heddle_uncovered(what);
}

/* Memory of which it is not known how much is accessed: whether that is there is not, either. what: a string literal. */
void __heddle_library_open_ended(const void *p, const char *what)
{
    if (p && (__heddle_memory() || __heddle_asks_for_uncovered()))
        __heddle_uncovered(what);
}

/* Memory of the library: a structure or a text, whose pointers lead to others of its own. */
enum { LARGEST = 1024 };

static void *fill(char *memory, char *beneath, char *last, const char *what)
{
    __heddle_havoc(memory, LARGEST - 1, what, beneath);
    __heddle_havoc(beneath, LARGEST - 1, what, last);
    __heddle_havoc(last, LARGEST - 1, what, NULL);
    return __heddle_open_ended(memory);
}

/* three: of LARGEST bytes each, of which the last stays zero, so that a text ends */
void *__heddle_library_own(char *first, char *second, char *third, const char *what)
{
    __heddle_writes(first, LARGEST);
    return fill(first, second, third, what);
}

void *__heddle_library_given(void *given, char *first, char *second, char *third, const char *what)
{
    return given ? given : __heddle_library_own(first, second, third, what);
}

/* An address within what is given, or memory of the function's own. */
void *__heddle_library_within(char *given, char *first, char *second, char *third, const char *what)
{
    char *at = given + (size_t)__heddle_any_u64(what);
    return given && __heddle_any_u8(what) & 1 && __heddle_readable(at) ? at : __heddle_library_own(first, second, third, what);
}

/* If it is found; otherwise what was there before may be lost. */
void *__heddle_library_found(int error, char *first, char *second, char *third, const char *what)
{
    _Bool found = __heddle_nondet_bool();
    if (found || __heddle_nondet_bool())
        __heddle_library_own(first, second, third, what);
    if (!found)
        __heddle_fails_by(error);
    return found ? __heddle_open_ended(first) : NULL;
}

static char *new_memory(void)
{
    char *memory = __heddle_alloc(LARGEST);
    memory[LARGEST - 1] = 0;
    return memory;
}

void *__heddle_library_new(const char *what)
{
    char *memory = new_memory(), *beneath = new_memory(), *last = new_memory();
    return fill(memory, beneath, last, what);
}

/* What a function makes that nobody defines: pointers in it lead to such memory again. */
void *__heddle_library_made(const char *what)
{
    char *memory = new_memory();
    __heddle_havoc(memory, LARGEST - 1, what, memory);
    return __heddle_open_ended(memory);
}

void __heddle_library_puts(void **to, void *p, const char *what)
{
    if (to && __heddle_any_u8(what) & 1)
        *to = p;
}

/* A function that may run when a signal comes, or memory that the library keeps. Neither is modelled; small numbers are no functions
 * (SIG_DFL, SIG_IGN, SIG_ERR). */
void __heddle_library_calls(const void *function, const char *what)
{
    if ((word)function <= 1 || (word)function == (word)-1)
        return;
    __heddle_uncovered(what);
    if (__heddle_condvars_signalled == 2) /* for deadlock: it may help whoever waits */
        __heddle_approximate(what);
}

/* A function that the library calls before it returns: what is found behind that without having called it shows nothing. */
void __heddle_library_calls_back(const void *function, const char *what)
{
    __heddle_library_calls(function, what);
    if (function)
        __heddle_approximate(what);
}

void __heddle_library_fails(void) { __heddle_fails_if(__heddle_any_u8("whether there is an error") & 1); }

/* Results of functions that may fail for reasons outside of the program. error: which they may always give, or 0; less than 0: which they do give. */
static _Bool fails(int error) { return error < 0 || __heddle_nondet_bool(); }

static int fail(int error) { return error < 0 ? __heddle_failed(-error) : __heddle_fails_by(error); }

int __heddle_library_done(int error) { return fails(error) ? fail(error) : 0; }

/* Of functions that fail by what they are given. */
int __heddle_library_either(const char *what) { return __heddle_fails_if(__heddle_any_u8(what) & 1); }

int __heddle_library_failed(void) { return __heddle_nondet_bool(); }

void __heddle_library_puts_unless(void **to, void *p, int failed)
{
    if (!failed)
        *to = p;
}

int __heddle_library_code(int failed, const char *what)
{
    int any = (int)__heddle_any_u32(what);
    return !failed ? 0 : any ? any : -1;
}

int __heddle_library_count(int error, word most, const char *what)
{
    word limit = most < 0x7fffffff ? most : 0x7fffffff;
    return fails(error) ? fail(error) : (int)__builtin_elementwise_min((word)__heddle_any_u32(what), limit);
}

int __heddle_library_file(int error, const char *what)
{
    return fails(error) ? fail(error) : (int)(__heddle_any_u32(what) & 0x7fffffff);
}

word __heddle_library_bytes(int error, word most, const char *what)
{
    word limit = most < 0x7ffff000 ? most : 0x7ffff000; /* as in Linux */
    return fails(error) ? (word)fail(error) : __builtin_elementwise_min((word)__heddle_any_u64(what), limit);
}

void *__heddle_library_handle(int error)
{
    if (__heddle_nondet_bool()) {
        __heddle_fails_by(error);
        return NULL;
    }
    return __heddle_alloc_own(1);
}
