/* What an editor asks for about a violation that is shown: its report as a page, or its schedule to be replayed under gdb. heddle verify runs once more for it. */
#ifndef HEDDLE_CLI_LSP_ERRAND_H
#define HEDDLE_CLI_LSP_ERRAND_H

#include "base/options.h"
#include "base/process.h"

#define LSP_REPORT "heddle.report"
#define LSP_REPLAY "heddle.replay"

struct lsp_errand {
    struct process process;
    bool running, replays;
    const char *file; /* that it writes; NULL: there was none yet */
};

/* arguments: of heddle verify, without its outputs; the file is written beside copy. What runs already goes on. */
void lsp_errand_start(struct lsp_errand *e, bool replays, const char *copy, const string_vector *arguments, struct arena *words);
/* Takes it if it has ended: the editor is asked to show the page, or told how to replay. */
void lsp_errand_poll(struct lsp_errand *e, struct arena *words);
void lsp_errand_end(struct lsp_errand *e); /* and its file goes */

#endif
