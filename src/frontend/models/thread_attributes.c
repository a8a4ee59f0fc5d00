/* Attributes and scheduling of threads: no effect on what a program computes, since every schedule is looked at, but for being detached. Functions that read
 * an attribute back are not modelled. Whether a change of scheduling is allowed depends on who runs the program. */
#include "errors.h"
#include "threads.h"

/* They must be there. */
static void changes(void *attributes) { __heddle_writes(attributes, sizeof(struct thread_attributes)); }

MODEL int pthread_attr_init(struct thread_attributes *a)
{
    changes(a);
    if (__heddle_detaches)
        *a = (struct thread_attributes){0};
    return 0;
}

MODEL int pthread_attr_destroy(void *a)
{
    changes(a);
    return 0;
}

/* What glibc refuses. */
#define NO_EFFECT(name, type, allowed)                                                                                             \
    MODEL int name(void *a, type value)                                                                                            \
    {                                                                                                                              \
        changes(a);                                                                                                                \
        return (allowed) ? 0 : E_INVAL;                                                                                            \
    }
enum { SMALLEST_STACK = 16384 };
NO_EFFECT(pthread_attr_setguardsize, size_t, value || 1)
NO_EFFECT(pthread_attr_setinheritsched, int, value == 0 || value == 1)
NO_EFFECT(pthread_attr_setschedpolicy, int, value >= 0 && value <= 2)
NO_EFFECT(pthread_attr_setstacksize, size_t, value >= SMALLEST_STACK)

MODEL int pthread_attr_getdetachstate(const struct thread_attributes *a, int *state)
{
    *state = a->flags & ATTRIBUTE_DETACHED ? 1 : 0;
    return 0;
}

MODEL int pthread_attr_setdetachstate(struct thread_attributes *a, int state)
{
    if (state != 0 && state != 1)
        return E_INVAL;
    changes(a);
    if (__heddle_detaches)
        a->flags = state ? ATTRIBUTE_DETACHED : 0;
    return 0;
}

MODEL int pthread_attr_setscope(void *a, int scope)
{
    changes(a);
    return scope == 0 ? 0 : scope == 1 ? E_NOTSUP : E_INVAL;
}

MODEL int pthread_attr_setstack(void *a, void *stack, size_t size)
{
    (void)stack;
    changes(a);
    return size >= SMALLEST_STACK ? 0 : E_INVAL;
}

/* 0 or an error, which one is not computed */
static int maybe(void) { return __heddle_any_u8("whether the system changes how threads are scheduled") & 127; }

MODEL int pthread_attr_setschedparam(void *a, const int *priority)
{
    changes(a);
    __heddle_reads(priority, sizeof *priority);
    return maybe();
}

MODEL int pthread_setconcurrency(int level) { return level >= 0 ? 0 : E_INVAL; }

MODEL int pthread_setschedparam(word thread, int policy, const int *priority)
{
    (void)thread, (void)policy;
    __heddle_reads(priority, sizeof *priority);
    return maybe();
}

MODEL int pthread_setschedprio(word thread, int priority)
{
    (void)thread, (void)priority;
    return maybe();
}

/* E_RANGE if the name is too long, which is not looked at */
MODEL int pthread_setname_np(word thread, const char *name)
{
    (void)thread;
    __heddle_reads_text(name, __SIZE_MAX__);
    return __heddle_any_u8("whether the name of a thread is too long") & 1 ? E_RANGE : 0;
}

MODEL int pthread_setaffinity_np(word thread, size_t size, const void *set)
{
    (void)thread;
    __heddle_reads(set, size);
    return maybe();
}

MODEL int pthread_yield(void) { return 0; }

MODEL int sched_yield(void) { return 0; }
