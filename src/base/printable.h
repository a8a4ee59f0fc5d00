/* Text from outside (names of files, source lines, words of other programs) made fit to be shown. What comes out is
 * UTF-8 without control characters (no escape sequence is left) and without characters that change the direction of the
 * text around them; each byte of what may not be shown stands there as \xNN. */
#ifndef HEDDLE_BASE_PRINTABLE_H
#define HEDDLE_BASE_PRINTABLE_H

#include "base/arena.h"
#include "base/text.h"

enum printable {
    PRINTABLE_WORDS, /* one line: a newline is \n, a tab is \t */
    PRINTABLE_LINES, /* newlines and tabs stay */
};

void text_append_printable(struct text *out, const char *s, size_t size, enum printable kind);
/* The same with the characters that HTML and XML give a meaning escaped. */
void text_append_markup(struct text *out, const char *s, enum printable kind);
/* A copy as PRINTABLE_WORDS or PRINTABLE_LINES; s itself if nothing had to be changed. */
const char *printable(const char *s, enum printable kind, struct arena *words);

#endif
