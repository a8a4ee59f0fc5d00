/* Thread-specific values: pthread keys and C11 tss. A deleted key is not given out again. */
#include "mutex.h"

enum { THRD_ERROR = 2 };

static unsigned key_count; /* keys created so far */
static _Thread_local void *values[HEDDLE_KEYS];

static unsigned new_key(void (*destructor)(void *))
{
    if (destructor)
        __heddle_unsupported("destructor of a thread-specific key");
    __heddle_atomic_begin();
    unsigned key = key_count;
    key_count = key + 1;
    __heddle_atomic_end();
    if (key >= HEDDLE_KEYS)
        __heddle_unsupported("more than 16 thread-specific keys");
    return key;
}

/* A key that was never created: as in glibc, setting fails and there is no value. */
static int set_value(unsigned key, void *value, int error)
{
    if (key >= HEDDLE_KEYS)
        return error;
    values[key] = value;
    return 0;
}

static void *get_value(unsigned key) { return key < HEDDLE_KEYS ? values[key] : NULL; }

MODEL int pthread_key_create(unsigned *key, void (*destructor)(void *))
{
    *key = new_key(destructor);
    return 0;
}

MODEL int pthread_key_delete(unsigned key)
{
    (void)key;
    return 0;
}

MODEL int pthread_setspecific(unsigned key, const void *value) { return set_value(key, (void *)value, E_INVAL); }

MODEL void *pthread_getspecific(unsigned key) { return get_value(key); }

MODEL int tss_create(unsigned *key, void (*destructor)(void *))
{
    *key = new_key(destructor);
    return 0;
}

MODEL void tss_delete(unsigned key) { (void)key; }

MODEL int tss_set(unsigned key, void *value) { return set_value(key, value, THRD_ERROR); }

MODEL void *tss_get(unsigned key) { return get_value(key); }
