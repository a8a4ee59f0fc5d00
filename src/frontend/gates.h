/* Gates for heddle replay: a call of heddle_gate(line, column, class, part, address, bytes) before every instruction of a program that may touch
 * memory which is not a local variable, and before every call of a function that the program does not define. The class is 'r'
 * for a load, 'w' for a store, 'c' for anything else (without an address);
 * the part tells gates with one position apart (parts.h).
 *
 * A property of the options that needs to know when memory ends makes the code ask for AddressSanitizer, one that needs arithmetic has it
 * guarded by UndefinedBehaviorSanitizer (clang.c): then natively what heddle reports does not pass unseen. */
#ifndef HEDDLE_FRONTEND_GATES_H
#define HEDDLE_FRONTEND_GATES_H

#include "base/text.h"
#include "frontend/frontend.h"

/* Compiles one C file as the front end does, puts the gates in and writes the bitcode to a file. False: *error says why. */
bool gates_compile(const struct frontend_options *options, const char *file, const char *output, const char **error,
                   struct arena *words);

#endif
