/* Signal handlers as threads, for the engines that look closely. A handler runs in some thread, between any two of its steps, and that thread does not go on before it has
 * returned. A thread of its own that runs it does all of that, and more: so proofs hold. What it does more (the thread in which it runs goes on meanwhile, or there is none) a
 * schedule must not rely on (program/interrupts.h).
 *
 * Such a thread does all that a handler does unless the handler asks which thread it is in, or leaves it otherwise than by returning: handler_judge.c. */
#ifndef HEDDLE_FRONTEND_HANDLERS_H
#define HEDDLE_FRONTEND_HANDLERS_H

#include "frontend/front.h"

struct judgement {
    const char *objection; /* why the function cannot be modelled as a handler, in words; or NULL */
    bool changes_errno;    /* maybe */
    bool returns;          /* or ends the program, certainly: there are neither loops nor calls that may wait */
    bool one_step;         /* it does one thing at most that others notice: that two of them run at a time makes no difference */
};

struct judgement judge_handler(struct front *f, LLVMValueRef function);

void fold_signal_numbers(struct front *f); /* signal_numbers.c: SIGRTMIN and SIGRTMAX become constants */

#endif
