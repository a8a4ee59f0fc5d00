/* A copy of a program's text in which the conditions of a correctness witness are assertions.
 *
 * Conditions come from outside: only what has the tokens of an expression without effects is taken (no assignment, no call, balanced
 * parentheses), so nothing of a witness can become anything else than the condition of an assertion. */
#ifndef HEDDLE_WORKER_INSTRUMENT_H
#define HEDDLE_WORKER_INSTRUMENT_H

#include "base/text.h"
#include "worker/witness_file.h"

/* How the text of the assertion of claim i begins; "%u" is i. */
#define CLAIM_MARK "heddle-claim-%u: "

struct instrumented {
    struct text text;
    bool has_claims; /* some claim is in it */
    bool calls_main; /* it has a main of its own: the program's is to be renamed INSTRUMENTED_MAIN */
};
#define INSTRUMENTED_MAIN "heddle_program_main"

/* Of one file: name as the command line says, with its text. placed[i] is set for every claim of the witness that it has; the first file (first) also has what has
 * no place and the ghost variables. */
void instrument(struct instrumented *out, const struct witness *w, const char *name, const struct text *source, bool first,
                bool *placed);

#endif
