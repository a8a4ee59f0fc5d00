/* What sanitizers find in the user's program: AddressSanitizer before it ends the process, UndefinedBehaviorSanitizer (with its minimal
 * runtime, whose functions these are) instead of going on. */
#include "replay.h"

const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:detect_stack_use_after_return=1:print_legend=0"; }
__attribute__((weak)) void __sanitizer_set_death_callback(void (*f)(void));
static void invalid_access(void) { heddle_seen("AddressSanitizer reports an error"); }

#define UNDEFINED(name, words)                                                                                                     \
    void __ubsan_handle_##name##_minimal_abort(void);                                                                              \
    void __ubsan_handle_##name##_minimal_abort(void) { heddle_seen(words); }

UNDEFINED(add_overflow, "overflow in an addition")
UNDEFINED(sub_overflow, "overflow in a subtraction")
UNDEFINED(mul_overflow, "overflow in a multiplication")
UNDEFINED(negate_overflow, "overflow in a negation")
UNDEFINED(divrem_overflow, "a division by zero, or one that overflows")
UNDEFINED(shift_out_of_bounds, "a shift that is not defined")

void heddle_watch_memory(void)
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(invalid_access);
}
