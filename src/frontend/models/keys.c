/* Thread-specific values: pthread keys and C11 tss. A deleted key is not given out again (id_numbers.c: what number a key is, is not known). Destructors run in the order in which keys were
 * created, in as many rounds as in glibc; endings.c puts the calls in, and keeps them out of programs without destructors. */
#include "mutex.h"
#include "weak_memory.h"

enum { THRD_ERROR = 2, ROUNDS = 4, REPLACED = 16 };

extern const int __heddle_endings_known; /* set by endings.c */
MODEL const int __heddle_endings_known = 0;

typedef void destructor_function(void *);
static unsigned key_count; /* keys created so far */
static unsigned
    keys_there; /* bits: those that were not deleted; from bit REPLACED on, deleted ones whose number glibc may have given to another */
static destructor_function *destructors[HEDDLE_KEYS];
static _Thread_local void *values[HEDDLE_KEYS];

static unsigned new_key(destructor_function *destructor)
{
    if (destructor && !__heddle_endings_known)
        __heddle_unsupported("destructor of a thread-specific key");
    __heddle_atomic_begin();
    unsigned key = key_count;
    key_count = key + 1;
    if (key < HEDDLE_KEYS)
        keys_there |= 1u << key | (((1u << key) - 1) & ~keys_there) << REPLACED;
    if (destructor && key < HEDDLE_KEYS)
        destructors[key] = destructor;
    __heddle_atomic_end();
    if (key >= HEDDLE_KEYS)
        __heddle_unsupported("more than 16 thread-specific keys");
    return key;
}

static destructor_function *destructor_of(unsigned key)
{
    __heddle_atomic_begin();
    destructor_function *f = destructors[key];
    __heddle_atomic_end();
    return f;
}

void __heddle_thread_ends(void);
void __heddle_thread_ends(void)
{
    _Bool again = 1;
    for (unsigned round = 0; round < ROUNDS && again; round++) {
        again = 0;
        for (unsigned key = 0; key < HEDDLE_KEYS; key++) {
            void *value = values[key];
            destructor_function *f = value ? destructor_of(key) : NULL;
            if (f) {
                values[key] = NULL;
                f(value);
                again = 1;
            }
        }
    }
    __heddle_robust_left();
}

static void delete_key(unsigned key)
{
    if (key >= HEDDLE_KEYS)
        return;
    __heddle_atomic_begin();
    keys_there &= ~(1u << key);
    if (__heddle_endings_known)
        destructors[key] = NULL;
    __heddle_atomic_end();
}

/* To look orders nothing. */
static unsigned which_are_there(void)
{
    if (is_memory_weak())
        return relaxed_load(&keys_there);
    __heddle_atomic_begin();
    unsigned there = keys_there;
    __heddle_atomic_end();
    return there;
}

/* False for a number that no key has: as in glibc, setting fails and there is no value. */
static _Bool is_key(unsigned key)
{
    unsigned there = key < HEDDLE_KEYS ? which_are_there() : 0;
    if (key < HEDDLE_KEYS && there >> REPLACED >> key & 1)
        __heddle_unsupported("undefined: use of a thread-specific key that was deleted");
    return key < HEDDLE_KEYS && there >> key & 1;
}

static int set_value(unsigned key, void *value, int error)
{
    if (!is_key(key))
        return error;
    values[key] = value;
    return 0;
}

static void *get_value(unsigned key) { return is_key(key) ? values[key] : NULL; }

MODEL int pthread_key_create(unsigned *key, void (*destructor)(void *))
{
    *key = new_key(destructor);
    return 0;
}

MODEL int pthread_key_delete(unsigned key)
{
    delete_key(key);
    return 0;
}

MODEL int pthread_setspecific(unsigned key, const void *value) { return set_value(key, (void *)value, E_INVAL); }

MODEL void *pthread_getspecific(unsigned key) { return get_value(key); }

MODEL int tss_create(unsigned *key, void (*destructor)(void *))
{
    *key = new_key(destructor);
    return 0;
}

MODEL void tss_delete(unsigned key) { delete_key(key); }

MODEL int tss_set(unsigned key, void *value) { return set_value(key, value, THRD_ERROR); }

MODEL void *tss_get(unsigned key) { return get_value(key); }
