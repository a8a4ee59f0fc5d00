/* Calls that a signal handler may end early, with EINTR. */
#ifndef HEDDLE_MODELS_INTERRUPTED_H
#define HEDDLE_MODELS_INTERRUPTED_H

#include "time.h"

extern const int __heddle_handlers; /* there may be some */

int __heddle_is_interrupted(void); /* whether it is: any, if there are handlers */

static inline void leave_time(struct time *remaining) /* may be null */
{
    if (remaining)
        *remaining =
            (struct time){(long)__heddle_any_u64("what is left of waiting"), (long)__heddle_any_u64("what is left of waiting")};
}

#endif
