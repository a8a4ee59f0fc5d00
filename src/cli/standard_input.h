/* A program on standard input: "-" among the files. It is kept in a file, since clang may have to read it more than once; messages
 * call it <stdin>. */
#ifndef HEDDLE_CLI_STANDARD_INPUT_H
#define HEDDLE_CLI_STANDARD_INPUT_H

#include "base/options.h"

struct standard_input {
    const char *folder, *file; /* NULL if there is none; kept in the options */
};

/* Puts the name of the file into the place of "-". 0, or an exit status, and the user knows why. To be removed in either case. */
int standard_input_keep(struct standard_input *s, struct options *o);
void standard_input_remove(const struct standard_input *s);

#endif
