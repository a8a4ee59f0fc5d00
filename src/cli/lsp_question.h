/* What heddle lsp asks about a document. If heddle.yml of the current folder lists a program with the file, its other files, flags and entries are
 * taken from there. */
#ifndef HEDDLE_CLI_LSP_QUESTION_H
#define HEDDLE_CLI_LSP_QUESTION_H

#include "base/arena.h"
#include "base/options.h"

#include <heddle.h>

struct lsp_question {
    const struct options *options; /* of the server */
    const char *path, *text;       /* of the document */
    const char *properties;
    double limit; /* in seconds, if that is less than what the server has for it */
};

/* A session that has not begun; NULL if it cannot be made (errno says why). The caller frees it. */
heddle_session *lsp_question_session(const struct lsp_question *q);

#endif
