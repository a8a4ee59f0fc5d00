/* What an editor asks for about a violation that is shown: its report as a page, or its schedule to be replayed under gdb. heddle verify runs once more for it. */
#ifndef HEDDLE_CLI_LSP_ERRAND_H
#define HEDDLE_CLI_LSP_ERRAND_H

#include "base/arena.h"

#include <heddle.h>
#include <stdbool.h>

#define LSP_REPORT "heddle.report"
#define LSP_REPLAY "heddle.replay"

struct lsp_errand {
    heddle_session *session; /* NULL: nothing runs */
    bool replays;
    const char *file; /* that it writes; NULL: there was none yet */
};

/* Takes the session, which has not begun (NULL: nothing is done); its file is called like this, with an ending. What runs already goes on. */
void lsp_errand_start(struct lsp_errand *e, bool replays, const char *name, heddle_session *session, struct arena *words);
/* Takes it if it has ended: the editor is asked to show the page, or told how to replay. */
void lsp_errand_poll(struct lsp_errand *e, struct arena *words);
void lsp_errand_end(struct lsp_errand *e); /* and its file goes */

#endif
