/* Colours for words on a terminal: where it is one, and nobody has set NO_COLOR (no-color.org). */
#ifndef HEDDLE_BASE_COLOUR_H
#define HEDDLE_BASE_COLOUR_H

#include "base/options.h"

bool colour_wanted(const struct options *o, int file); /* --color, else whether the file is a terminal that has colours */
/* The words, line by line: where it is, error, warning and note as compilers colour them; answers and verdicts. */
void text_append_coloured(struct text *out, const char *words, size_t size);

#endif
