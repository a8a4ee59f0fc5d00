/* What the readers share: the text of a file with a position in it, numbers within limits, and the first error. */
#ifndef HEDDLE_COVER_INPUT_H
#define HEDDLE_COVER_INPUT_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct input {
    const char *name; /* of the file, for messages */
    const char *at;   /* NUL-terminated from here */
    const char *end;
    uint32_t line;     /* of `at`, from 1 */
    struct text error; /* empty while all is well: "file:line: expected ..., found ..." */
};

/* Records the first error only. Returns false, so that readers can say return input_fail(...). */
bool input_fail(struct input *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "expected WHAT, found 'the next word'" */
bool input_expected(struct input *in, const char *what);

void input_skip_blanks(struct input *in);                                               /* spaces and tabs on this line */
void input_skip_space(struct input *in);                                                /* and line ends, and # comments */
bool input_take(struct input *in, const char *symbol);                                  /* if it is next (after blanks) */
bool input_number(struct input *in, const char *what, uint32_t limit, uint32_t *value); /* 0 <= value < limit, else an error */

#endif
