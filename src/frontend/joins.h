/* Who joins or detaches which thread, by where its id comes from (joins.c, joins_in_turn.c). */
#ifndef HEDDLE_FRONTEND_JOINS_H
#define HEDDLE_FRONTEND_JOINS_H

#include "frontend/cfg.h"

LLVMValueRef without_casts(LLVMValueRef v);
bool is_harmless(LLVMValueRef call); /* such a call puts no id into memory that it is given */
bool is_no_id(LLVMValueRef v);       /* it is stored, and is no id that has been given: nothing yet, or a constant */
bool is_of_one_run(LLVMValueRef base,
                   LLVMValueRef function); /* a variable of one activation, or of the program in a function that runs once */

/* Whether a way leads from behind one step to another that passes none of the others. */
bool leads_past(LLVMValueRef a, LLVMValueRef b, const LLVMValueRef *others, uint32_t n);

/* The creation that has filled an array that the call goes through, one element after the other: no two have the same id. NULL: not known. */
LLVMValueRef creation_in_turn(struct front *f, LLVMValueRef call);

#endif
