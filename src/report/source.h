/* Lines of source files, read once and kept. A file that is not there (it was preprocessed elsewhere, comes from standard input, or is
 * not saved yet) is put together from the inputs: their line markers say which lines are its own. */
#ifndef HEDDLE_REPORT_SOURCE_H
#define HEDDLE_REPORT_SOURCE_H

#include "base/text.h"
#include "base/vector.h"

/* A variable of a function, as the text has it: where it is known. */
struct source_local {
    const char *name; /* where it is declared */
    size_t length;
    const char *from, *until;
    uint32_t number; /* in the order of from */
};

struct source_file {
    char *name;
    struct text text;
    VECTOR(size_t) starts;              /* of each line; empty if the file cannot be read */
    VECTOR(struct source_local) locals; /* scopes.c: if it was scanned */
    bool scanned;
};
struct sources {
    const char *const *inputs; /* the files that were given; may be none */
    uint32_t input_count;
    VECTOR(struct source_file) files;
};

/* Line number (from 1) without the newline and blanks around it, cut at 200 bytes, control characters replaced;
 * appended to out. False if there is no such file or line. */
bool source_line(struct sources *s, const char *file, uint32_t line, struct text *out);
/* The same of a line that may be too long for a column: no more than most bytes of it, those around the column, with "..." where more is. */
bool source_excerpt(struct sources *s, const char *file, uint32_t number, uint32_t column, size_t most, struct text *out);
/* A column in bytes (from 1) as one in characters; the same if the line is not there. */
uint32_t source_column(struct sources *s, const char *file, uint32_t line, uint32_t column);
/* The file, read if it was not yet; its starts are empty if it cannot be read. */
const struct source_file *source_file(struct sources *s, const char *name);
void sources_free(struct sources *s);

#endif
