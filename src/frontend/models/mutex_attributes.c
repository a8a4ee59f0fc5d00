/* Attributes of mutexes: an int that holds the kind, and whether they are robust. The others (sharing between processes, protocol) have no effect. */
#include "mutex.h"

enum { PROTECT = 2 }; /* PTHREAD_PRIO_PROTECT */

MODEL int pthread_mutexattr_init(int *a)
{
    *a = KIND_NORMAL;
    return 0;
}

MODEL int pthread_mutexattr_destroy(int *a)
{
    __heddle_writes(a, sizeof *a);
    return 0;
}

MODEL int pthread_mutexattr_settype(int *a, int kind)
{
    if (kind < 0 || kind > KIND_ADAPTIVE)
        return E_INVAL;
    *a = __heddle_robust ? (*a & KIND_ROBUST) | kind : kind;
    return 0;
}

MODEL int pthread_mutexattr_gettype(const int *a, int *kind)
{
    *kind = *a & KIND_MASK;
    return 0;
}

MODEL int pthread_mutexattr_setpshared(int *a, int shared)
{
    __heddle_writes(a, sizeof *a);
    return shared == 0 || shared == 1 ? 0 : E_INVAL;
}

MODEL int pthread_mutexattr_setprotocol(int *a, int protocol)
{
    __heddle_writes(a, sizeof *a);
    if (protocol == PROTECT)
        __heddle_uncovered("mutexes with PTHREAD_PRIO_PROTECT, whose lock fails where a thread must not have their priority,");
    return protocol >= 0 && protocol <= PROTECT ? 0 : E_INVAL;
}

MODEL int pthread_mutexattr_setprioceiling(int *a, int ceiling)
{
    __heddle_writes(a, sizeof *a);
    return ceiling >= 1 && ceiling <= 99 ? 0 : E_INVAL;
}
