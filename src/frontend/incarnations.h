/* Memory that is allocated again and again: how many of the blocks matter. */
#ifndef HEDDLE_FRONTEND_INCARNATIONS_H
#define HEDDLE_FRONTEND_INCARNATIONS_H

#include "frontend/threads.h"

/* Whether nobody has an address of a block when the next one is allocated, so that all can lie at one address, one after the other. Requires
 * escapes, and that the allocation is in the code of a template. */
bool lives_in_turn(const struct object *o);

/* Whether a thread is created for every block, so that there are no more blocks than threads and one. */
bool has_thread_each(const struct unit *owner, LLVMValueRef allocation);

/* Whether the pointer, and whatever is made of it, is only followed, compared with null, freed, and handed to this creation of a thread (or NULL). */
bool is_only_followed(LLVMValueRef pointer, LLVMValueRef create);

/* Whether a way leads from the block to itself that has no block in between (nor itself) where the predicate holds. */
bool comes_back(LLVMBasicBlockRef at, bool (*stops)(LLVMBasicBlockRef, const void *), const void *context);

/* Whether the one instruction may be executed twice without the other in between. */
bool comes_back_without(LLVMValueRef from, LLVMValueRef other);

#endif
