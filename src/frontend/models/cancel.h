/* Requests to end a thread, for waits that are points of cancellation. */
#ifndef HEDDLE_MODELS_CANCEL_H
#define HEDDLE_MODELS_CANCEL_H

extern const int __heddle_cancels; /* set by cancellation.c: somebody calls pthread_cancel */

/* In an atomic section: whether the wait ends because of a request. If it says so, there is one. */
_Bool __heddle_cancel_ends_wait(void);
_Noreturn void __heddle_cancel_act(void); /* ends the thread */

#endif
