/* What the views of the language server share: members of reports, lines of the document and places in them. */
#ifndef HEDDLE_CLI_LSP_TEXT_H
#define HEDDLE_CLI_LSP_TEXT_H

#include "cli/lsp_views.h"

/* Members of reports; "" and 0 if they are not there. */
const char *lsp_string_of(const cJSON *o, const char *name);
unsigned lsp_number_of(const cJSON *o, const char *name);
/* Whether a report means the document by this name. */
bool lsp_is_document(const struct lsp_view *v, const char *file);
/* A line of a text, from 1; NULL behind the end. */
const char *lsp_line_of(const char *text, unsigned number, size_t *length);
/* Positions in a line as the protocol counts them (UTF-16), and as bytes. */
unsigned lsp_to_units(const char *line, size_t bytes);
size_t lsp_to_bytes(const char *line, size_t length, unsigned units);

#endif
