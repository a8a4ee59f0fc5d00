/* What functions of the library do without a barrier. An atomic section orders all that is around it and empties x86's store buffer; an attempt
 * that fails, or a look at something, does neither in glibc. So where memory orders matter, a plain or acquire load comes first: it may
 * see an old value, and then there is no section. */
#ifndef HEDDLE_MODELS_WEAK_MEMORY_H
#define HEDDLE_MODELS_WEAK_MEMORY_H

#include "heddle.h"

/* Both 0 unless the front end sets them. */
extern const int __heddle_store_buffers; /* --memory-model=tso */
extern const int __heddle_weaker_orders; /* --memory-model=c11, and some access is weaker than seq_cst: */
enum { FOR_ATTEMPTS = 2 };               /* none of the user's own, but races are asked for and an attempt may fail */

static inline _Bool is_memory_weak(void) { return __heddle_store_buffers || __heddle_weaker_orders; }

static inline unsigned relaxed_load(const unsigned *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }

/* Around what the library does by plain loads and stores: a section as others are, but on x86, where it would be a barrier. */
static inline void begin_without_barrier(void)
{
    if (!__heddle_store_buffers)
        __heddle_atomic_begin();
}

static inline void end_without_barrier(void)
{
    if (!__heddle_store_buffers)
        __heddle_atomic_end();
}

/* There. Elsewhere plain ones, so that no order of a model counts as one that the program has. */
static inline unsigned load_there(const unsigned *p) { return __heddle_store_buffers ? relaxed_load(p) : *p; }
static inline void store_there(unsigned *p, unsigned value)
{
    if (__heddle_store_buffers)
        __atomic_store_n(p, value, __ATOMIC_RELAXED);
    else
        *p = value;
}

#endif
