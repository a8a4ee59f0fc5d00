/* What an editor shows of reports (docs/report.schema.json): diagnostics, code lenses, hovers. */
#ifndef HEDDLE_CLI_LSP_VIEWS_H
#define HEDDLE_CLI_LSP_VIEWS_H

#include "base/arena.h"
#include "base/text.h"

#include <cjson/cJSON.h>
#include <stdint.h>

enum { LSP_MOST_REPORTS = 4 };

struct lsp_view {
    const char *uri, *path;                 /* of the document */
    const char *folder;                     /* the current one */
    const char *text;                       /* as it was verified */
    const cJSON *reports[LSP_MOST_REPORTS]; /* one for each group of properties that was asked; NULL where it is not known */
    uint32_t report_count;
    struct arena *words;
};

/* Violated checks are errors, with the schedule as related information; open ones are hints. */
void lsp_add_diagnostics(const struct lsp_view *v, cJSON *list);
/* Errors of the compiler, from what it said: path:line:column: error: words. */
void lsp_add_compiler_errors(const struct lsp_view *v, const char *said, cJSON *list);
/* Above each function that runs as a thread: how many do, and what is known of it. */
cJSON *lsp_lenses(const struct lsp_view *v);
/* For violations on these lines (from 0): open the report, replay. */
cJSON *lsp_actions(const struct lsp_view *v, unsigned from, unsigned to);
/* What is known of the variable at this place (from 0), and of the line; null if that is nothing. */
cJSON *lsp_hover(const struct lsp_view *v, unsigned line, unsigned character);

/* The path of a file: URI ("" for any other); kept in words. */
const char *lsp_path(const char *uri, struct arena *words);

#endif
