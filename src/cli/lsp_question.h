/* What heddle lsp asks heddle verify about a document: its arguments. If heddle.yml of the current folder lists a program with the file, its
 * other files, flags and entries are taken from there. */
#ifndef HEDDLE_CLI_LSP_QUESTION_H
#define HEDDLE_CLI_LSP_QUESTION_H

#include "base/arena.h"
#include "base/options.h"

struct lsp_question {
    const struct options *options; /* of the server */
    const char *path, *copy;       /* of the document; the file with its text */
    const char *properties;
    double limit; /* in seconds, if that is less than what the server has for it */
};

/* Appends them, with NULL at the end. */
void lsp_question_arguments(const struct lsp_question *q, string_vector *argv, struct arena *words);

#endif
