/* Attributes and scheduling of threads: no effect on what a program computes, since every schedule is looked at. Functions that read
 * an attribute back are not modelled. */
#include "heddle.h"

MODEL int pthread_attr_init(void *a)
{
    (void)a;
    return 0;
}

MODEL int pthread_attr_destroy(void *a)
{
    (void)a;
    return 0;
}

#define NO_EFFECT(name, type) \
    MODEL int name(void *a, type value) \
    { \
        (void)a, (void)value; \
        return 0; \
    }
NO_EFFECT(pthread_attr_setdetachstate, int)
NO_EFFECT(pthread_attr_setguardsize, size_t)
NO_EFFECT(pthread_attr_setinheritsched, int)
NO_EFFECT(pthread_attr_setschedparam, const void *)
NO_EFFECT(pthread_attr_setschedpolicy, int)
NO_EFFECT(pthread_attr_setscope, int)
NO_EFFECT(pthread_attr_setstacksize, size_t)

MODEL int pthread_attr_setstack(void *a, void *stack, size_t size)
{
    (void)a, (void)stack, (void)size;
    return 0;
}

MODEL int pthread_setconcurrency(int level)
{
    (void)level;
    return 0;
}

MODEL int pthread_setschedparam(word thread, int policy, const void *parameters)
{
    (void)thread, (void)policy, (void)parameters;
    return 0;
}

MODEL int pthread_setschedprio(word thread, int priority)
{
    (void)thread, (void)priority;
    return 0;
}

MODEL int pthread_setname_np(word thread, const char *name)
{
    (void)thread, (void)name;
    return 0;
}

MODEL int pthread_setaffinity_np(word thread, size_t size, const void *set)
{
    (void)thread, (void)size, (void)set;
    return 0;
}

MODEL int pthread_sigmask(int how, const void *set, void *old)
{
    (void)how, (void)set;
    if (old)
        __heddle_unsupported("pthread_sigmask that reads the old mask");
    return 0;
}

MODEL int pthread_yield(void) { return 0; }

MODEL int sched_yield(void) { return 0; }
