/* What a function that runs once has to do with the end of a thread. */
#ifndef HEDDLE_MODELS_ONCE_H
#define HEDDLE_MODELS_ONCE_H

extern const int __heddle_once_is_left; /* set by module.c: a thread might end in such a function */

/* A thread ends, and these are the cleanup handlers that it still has. */
void __heddle_once_left(const void *handlers);
extern _Thread_local struct buffer *__heddle_cleanup_handlers; /* cancel.c */

#endif
