/* What the models of library functions are written in: functions that the front end knows by name. The models themselves are
 * plain C (the other files of this folder), compiled to bitcode for 32 and 64 bits when heddle is built. */
#ifndef HEDDLE_MODELS_HEDDLE_H
#define HEDDLE_MODELS_HEDDLE_H

typedef __SIZE_TYPE__ size_t;
typedef unsigned long word; /* as wide as a pointer, in both data models */
#define NULL ((void *)0)

/* A definition of the user's own wins over a model. */
#define MODEL __attribute__((weak))

/* Nothing else happens between begin and end. They nest. A section that would block inside is not entered. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

void __heddle_assume(int condition); /* blocks unless true */
unsigned __heddle_self(void);        /* id of the running thread, not 0 */

_Bool __heddle_nondet_bool(void);
unsigned char __heddle_nondet_u8(void);
unsigned short __heddle_nondet_u16(void);
unsigned __heddle_nondet_u32(void);
unsigned long long __heddle_nondet_u64(void);
void *__heddle_nondet_pointer(void);

/* Any value, where C says which one it is: no violation that relies on it counts. what: a string literal. */
unsigned char __heddle_any_u8(const char *what);
unsigned __heddle_any_u32(const char *what);
unsigned long long __heddle_any_u64(const char *what);
/* A range is best computed from them: what is assumed of such a value counts as relying on it. -1 or n, by any value: */
#define EITHER(what, n) ((int)((unsigned)(n) | -(unsigned)(__heddle_any_u8(what) & 1)))

enum {
#define PROPERTY(ID, ...) HEDDLE_##ID,
#include "../../program/properties.def"
};
/* A check of that property fails here. If that property is not asked for, nothing happens and execution goes on
 * (except where the property ends the program, as HEDDLE_REACH does). text: a string literal. */
void __heddle_fail(int property, const char *text);
_Noreturn void __heddle_unsupported(const char *what); /* forbids TRUE if it can be reached; what: a string literal */
void __heddle_approximate(const char *what); /* from here on more may happen than in C: no violation through here counts */
_Noreturn void __heddle_halt(void);          /* ends the whole program, no error */

unsigned __heddle_create(void *function, void *argument); /* starts a thread, returns its id */
void *__heddle_join(unsigned id);                         /* waits for its end, returns its result */
_Noreturn void __heddle_exit(void *result);               /* ends this thread */

void *__heddle_alloc(size_t size);      /* fresh memory, arbitrary contents, never fails */
void *__heddle_alloc_page(size_t size); /* the same at a multiple of 4,096 */
void *__heddle_alloc_text(size_t size); /* the same, but what it holds comes from outside: the arguments of main */
void *__heddle_alloc_option(
    size_t size); /* the same for the argument of one of main's options, of which numbers are read that fit its characters */
void *__heddle_alloc_any(size_t size);     /* the same, but what it holds is any value: the library knows */
void *__heddle_alloc_own(size_t size);     /* the same as the first, but it is not the program that has to free it */
_Bool __heddle_is_text(const void *p);     /* whether it lies in memory of the last three kinds, and its characters are any value */
_Bool __heddle_is_argument(const void *p); /* whether it lies in memory of the kind before those two */
_Bool __heddle_is_given(const void *p);    /* the same, or it is a text that comes from outside and is not read digit by digit */
void __heddle_free(void *p);
void __heddle_revive(void *p); /* takes that back: it is there again */
void __heddle_moves(void);     /* what is given next may lie where something is that is freed only afterwards */
size_t __heddle_size(void *p); /* as it was asked for; p: from __heddle_alloc */

/* So many bytes (as far as they are there) hold any value from now on, and pointers among them lead nowhere, or to somewhere in
 * beneath, if that is not null; what: a string literal. */
void __heddle_havoc(void *p, size_t size, const char *what, void *beneath);
/* All that is reached from the pointers behind is read, or holds any value from now on; everything: that is a call of a function of which
 * nothing is known. The first three are constants. */
void __heddle_reach(const char *what, _Bool written, _Bool everything, ...);
void *__heddle_open_ended(void *p); /* p; there is memory behind the end of what it points to, but it is not modelled */
void __heddle_uncovered(
    const char *what); /* the program may do more than what comes now: if this can be reached, nothing is TRUE */

/* Accesses for the property race, which change nothing; without it they cost nothing. A function that is given memory says so, for
 * whatever it does not read or write by itself. __heddle_free writes the whole object. */
void __heddle_reads(const void *p, size_t size);
void __heddle_writes(void *p, size_t size);
void __heddle_reads_text(const char *text, size_t most); /* up to the zero, at most so many characters (reads.c) */
_Bool __heddle_races(void);                              /* whether races are asked for: a constant to everything but the models */
_Bool __heddle_locks(void);                              /* the same of the property locks */
_Bool __heddle_memory(void);                             /* the same of the property memory */
_Bool __heddle_asks_for_uncovered(void); /* whether all that is asked is if something uncovered is reached, for whatever property */
int __heddle_asserts(void);              /* whether assertions in comments count (print_formats.c) */
_Bool __heddle_reads_numbers(void);      /* whether numbers are read from texts, and not digit by digit; a constant */
_Bool __heddle_competition(void);        /* the same of the rules of SV-COMP */
_Bool __heddle_reuses(void);             /* whether memory that is freed comes back */
_Bool __heddle_from_outside(
    void); /* whether all that is read from files and connections comes from outside of the program; a constant */
_Bool __heddle_standard_input_outside(void); /* the same of standard input, into which the program may put something by itself */
_Bool __heddle_names_environment(void);      /* whether the program has a name for environ; a constant */
_Bool __heddle_heard_outside(void);          /* the same of what is read from connections by recv */
/* Whether a thread that is joined or detached here (gone), or that is only meant, might have been joined or detached before. */
enum { HEDDLE_NEVER, HEDDLE_MAYBE, HEDDLE_UNKNOWN_THREAD };
int __heddle_joins_again(size_t thread, _Bool gone); /* constant but for the last, which says that it may be any thread */
_Bool __heddle_seeds_again(void);                    /* whether srand is called in several places; a constant */
/* Whether a string that format may point to has such a conversion, or is no constant. The same on every way here. */
_Bool __heddle_format_has(const char *format, char conversion);
_Bool __heddle_is_lent(
    const void
        *p); /* whether it lies in memory that the program did not allocate: a stream, an argument, an environment variable */
_Bool __heddle_variable(const void *p);    /* whether there is a byte that might change */
_Bool __heddle_readable(const void *p);    /* whether there is a byte */
_Bool __heddle_is_fixed(const char *text); /* whether it is known to be a literal, or another constant, with its zero; a constant */
_Bool __heddle_shared(const void *p);      /* whether another thread may have its address; a constant */

/* So many bytes were copied, between places that must not overlap in part: C leaves that undefined, and it is an error of the property memory. */
void __heddle_copied(const void *to, const void *from, size_t size) __asm__("__heddle_defined.copy");
static inline void copied_apart(const void *to, const void *from, size_t size)
{
    if (__heddle_memory())
        __heddle_copied(to, from, size);
}

/* All of an object must be there where it is made, also what models leave alone. */
static inline void makes(void *object, size_t size)
{
    if (__heddle_memory())
        __heddle_writes(object, size);
}

/* From here on this thread is a signal handler that interrupts another thread, until it says that it is none any more (program/interrupts.h). */
void __heddle_interrupts(void);
void __heddle_interrupts_blocking(void); /* and it may block other signals meanwhile */
void __heddle_interrupts_no_more(void);

/* Says what the surrounding atomic section is, for analyses of locks and for the reader of a trace. object: what it is done to. */
enum { HEDDLE_NOTE_LOCK = 1, HEDDLE_NOTE_UNLOCK, HEDDLE_NOTE_WAIT, HEDDLE_NOTE_SIGNAL, HEDDLE_NOTE_ATOMIC };
void __heddle_note(int kind, void *object);

/* Something is used that has to be initialised before; what: a string literal. The size bytes at mark are a part of it that is written by an initialisation alone,
 * which says so where it writes none of them. A use of what nobody initialises is a misuse of a lock. */
void __heddle_initialised(const void *mark, size_t size, const char *what);
void __heddle_initialises(void *mark, size_t size);

/* setjmp and longjmp: the landing returns 0 when it comes behind __heddle_set_jump, and the value of the jump after a jump. */
void __heddle_set_jump(void *buffer);
int __heddle_landing(void);
_Bool __heddle_land_again(void); /* false */
_Noreturn void __heddle_jump(void *buffer, int value);
_Noreturn void __heddle_jump_to_handler(void *buffer, int value); /* the same, where a cleanup handler is called */

/* A value of its own for each thread, all zero at first: key k < HEDDLE_KEYS. */
enum { HEDDLE_KEYS = 16 };

enum { HEDDLE_ARGUMENTS = 4 };
_Bool __heddle_number_of(const char *s, long long *number); /* whether it is one of the first arguments of main, and which number */
/* arguments.c, for frontend/main_arguments.c: */
void __heddle_argument_count(int count);
char **__heddle_arguments(int count); /* argv */
void __heddle_argument_text(char **arguments, int count, int number);
void __heddle_argument_texts(char **arguments, int count); /* all of them */
/* The same for a program that only reads them (argument_reads.c), all at once: */
char **__heddle_arguments_at_once(int count);
char *__heddle_argument_at(char **place, int count);
char *__heddle_argument_elsewhere(char **place); /* in another function than main */
void __heddle_argument_number_at_once(int number);
struct option;
/* The next option of those in argv (options.c): this one, if it is none of those that there are always; and a text of argv that the program looks at, beside it. */
int __heddle_argument_option(int count, char *const *texts, int kind, int value, int has, int *flag, int name, int *index);
int __heddle_argument_any_option(int count, char *const *texts, const char *letters, const struct option *options, int *index);
char *__heddle_argument_any(void);               /* but the first */
void __heddle_argument_put(char *place, char c); /* writes to a text that the program only reads */
char *__heddle_argument_beside_options(char **place, char *text);
_Bool __heddle_option_number(const char *s, long long *number, char **end);
void __heddle_argument_number(char **arguments, int count, int number); /* below HEDDLE_ARGUMENTS: its text stands for a number */

#endif
