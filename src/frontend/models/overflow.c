/* What clang calls where an operation of the program is undefined (-fsanitize, asked for with the property overflow: clang.c). */
#include "heddle.h"

MODEL void __ubsan_handle_add_overflow_minimal_abort(void) { __heddle_fail(HEDDLE_OVERFLOW, "overflow in an addition"); }

MODEL void __ubsan_handle_sub_overflow_minimal_abort(void) { __heddle_fail(HEDDLE_OVERFLOW, "overflow in a subtraction"); }

MODEL void __ubsan_handle_mul_overflow_minimal_abort(void) { __heddle_fail(HEDDLE_OVERFLOW, "overflow in a multiplication"); }

MODEL void __ubsan_handle_negate_overflow_minimal_abort(void) { __heddle_fail(HEDDLE_OVERFLOW, "overflow in a negation"); }

/* The competition does not count what follows. */

MODEL void __ubsan_handle_divrem_overflow_minimal_abort(void)
{
    if (__heddle_competition())
        __heddle_unsupported("undefined: a division or shift");
    __heddle_fail(HEDDLE_OVERFLOW, "division by 0, or by -1 of the least number,");
}

MODEL void __ubsan_handle_shift_out_of_bounds_minimal_abort(void)
{
    if (__heddle_competition())
        __heddle_unsupported("undefined: a division or shift");
    __heddle_fail(HEDDLE_OVERFLOW, "shift by too much, or to the left of a number that has no room,");
}
