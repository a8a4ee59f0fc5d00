/* Threads that a loop creates, numbered by a counter: which memory is whose, and when all have been joined. */
#ifndef HEDDLE_FRONTEND_OUTLINE_BATCHES_H
#define HEDDLE_FRONTEND_OUTLINE_BATCHES_H

#include "frontend/outline_parts.h"

/* Finds those of the current function; requires that none of its blocks is in the outline yet. */
void outline_find_batches(struct outliner *b);
void outline_forget_batches(struct outliner *b);

/* The create step of a batch is about to be added. */
void outline_batch_created(struct outliner *b, LLVMValueRef create, struct outline_step *step);
/* At the end of a block: batches that begin there, and edges on which all threads of one have been joined. */
void outline_batches_at_end(struct outliner *b, LLVMBasicBlockRef block, struct outline_block *made);
/* Says of an access whether it is to what belongs to a thread of a batch that does not live, or that has not begun. */
void outline_batch_access(struct outliner *b, LLVMValueRef instruction, LLVMValueRef pointer, struct outline_step *step);

#endif
