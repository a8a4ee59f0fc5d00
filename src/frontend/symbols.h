/* What one file offers to others, and what it wants from them: the names that a linker would see. */
#ifndef HEDDLE_FRONTEND_SYMBOLS_H
#define HEDDLE_FRONTEND_SYMBOLS_H

#include "base/options.h"
#include "frontend/frontend.h"

struct symbols {
    string_vector defined, wanted; /* in words */
};

/* Of options->files[0], compiled with its flags. False: *error is one line for the user. */
bool symbols_read(const struct frontend_options *options, struct symbols *out, const char **error, struct arena *words);
void symbols_free(struct symbols *s);

#endif
