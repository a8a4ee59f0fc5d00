/* Semaphores with a name. Whether one exists before the program makes it, and what it holds then, is up to the world; other processes do nothing to
 * it meanwhile. A name must be a constant text. */
#include "errors.h"
#include "heddle.h"
#include "semaphore.h"

enum { NAMED = 8, O_CREAT = 0100, O_EXCL = 0200 };

int sem_init(struct semaphore *s, int shared, unsigned value);
int strcmp(const char *a, const char *b);

enum state { UNUSED, PRESENT, ABSENT, NAMELESS }; /* of a name; the semaphore of one that was unlinked lives on without */
static struct named {
    enum state state;
    const char *name;
    struct semaphore semaphore;
} all[NAMED];

/* The place of a name, which may be a new one. In an atomic section, as all that follows. */
static struct named *place(const char *name)
{
    for (unsigned k = 0; k < NAMED; k++)
        if (all[k].state == UNUSED || (all[k].state != NAMELESS && (all[k].name == name || strcmp(all[k].name, name) == 0)))
            return &all[k];
    __heddle_unsupported("limit: more than 8 semaphores with a name");
}

static void set_absent(struct named *n, const char *name)
{
    n->name = name;
    n->state = ABSENT;
}

/* The same, with what the world has under a new one. */
static struct named *find(const char *name)
{
    struct named *n = place(name);
    if (n->state != UNUSED)
        return n;
    set_absent(n, name);
    if (__heddle_nondet_bool()) {
        unsigned value = __heddle_nondet_u32();
        __heddle_assume(value <= SEM_VALUE_MAX);
        sem_init(&n->semaphore, 1, value);
        n->state = PRESENT;
    }
    return n;
}

static void look_at(const char *name)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    if (__heddle_variable(name))
        __heddle_unsupported("a semaphore whose name is not a constant");
}

static struct semaphore *open_it(const char *name, int flags, unsigned value, int *error)
{
    struct named *n = find(name);
    if (n->state == PRESENT && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
        *error = E_EXIST;
    else if (n->state == ABSENT && !(flags & O_CREAT))
        *error = E_NOENT;
    else if (n->state == ABSENT && value > SEM_VALUE_MAX)
        *error = E_INVAL;
    else if (n->state == ABSENT) {
        sem_init(&n->semaphore, 1, value);
        n->state = PRESENT;
    }
    return &n->semaphore;
}

MODEL struct semaphore *sem_open(const char *name, int flags, ...)
{
    unsigned value = 0;
    int error = 0;
    look_at(name);
    if (__heddle_nondet_bool()) {
        __heddle_fails();
        return NULL;
    }
    if (flags & O_CREAT) {
        __builtin_va_list list;
        __builtin_va_start(list, flags);
        (void)__builtin_va_arg(list, unsigned);
        value = __builtin_va_arg(list, unsigned);
        __builtin_va_end(list);
    }
    __heddle_atomic_begin();
    struct semaphore *s = open_it(name, flags, value, &error);
    __heddle_atomic_end();
    if (!error)
        return s;
    __heddle_failed(error);
    return NULL;
}

MODEL int sem_close(struct semaphore *s)
{
    (void)*(volatile unsigned *)&s->value;
    return 0;
}

MODEL int sem_unlink(const char *name)
{
    look_at(name);
    __heddle_atomic_begin();
    struct named *n = find(name);
    _Bool present = n->state == PRESENT;
    if (present) {
        n->state = NAMELESS;
        set_absent(place(name), name);
    }
    __heddle_atomic_end();
    return present ? 0 : __heddle_failed(E_NOENT);
}
