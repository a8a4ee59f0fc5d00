/* Which join is for which creation, by where the thread's id lies: in a variable that nothing but this creation writes, or in an array that one loop fills and another one goes through. */
#ifndef HEDDLE_FRONTEND_HANDLES_H
#define HEDDLE_FRONTEND_HANDLES_H

#include "frontend/front.h"

/* Both in one function. Whoever comes from the creation to the join has joined the thread behind it. */
bool handle_is_joined_at(const struct front *f, LLVMValueRef creation, LLVMValueRef join);

/* Whoever comes from the creation, which lies in a loop, and leaves another loop by this edge, has joined all threads of the first. */
bool handle_is_joined_on(const struct front *f, LLVMValueRef creation, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* Whether a call is given another element of an array in each round of its loop, and the loop is entered once in a call of its function. */
bool handle_differs_each_round(const struct front *f, LLVMValueRef call);

#endif
