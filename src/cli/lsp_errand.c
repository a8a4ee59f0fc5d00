#include "cli/lsp_errand.h"

#include "cli/lsp_wire.h"

#include <unistd.h>

enum { MESSAGE_ERROR = 1, MESSAGE_INFO = 3 };

static void end(struct lsp_errand *e)
{
    heddle_free(e->session);
    e->session = NULL;
}

void lsp_errand_start(struct lsp_errand *e, bool replays, const char *name, heddle_session *session, struct arena *words)
{
    if (e->session || !session) {
        heddle_free(session);
        return;
    }
    if (e->file)
        unlink(e->file);
    e->replays = replays;
    e->file = arena_printf(words, "%s.%s", name, replays ? "trace.json" : "html");
    e->session = session;
    if (heddle_set_option(session, replays ? "trace" : "html", e->file) || heddle_start(session))
        end(e);
}

static void tell(int type, const char *words)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "type", type);
    cJSON_AddStringToObject(o, "message", words);
    lsp_notify("window/showMessage", o);
}

static void show_page(const char *file, struct arena *words)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "uri", arena_printf(words, "file://%s", file));
    cJSON_AddBoolToObject(o, "external", true);
    lsp_ask("window/showDocument", o);
}

void lsp_errand_poll(struct lsp_errand *e, struct arena *words)
{
    if (!e->session || heddle_poll(e->session))
        return;
    end(e);
    if (access(e->file, R_OK))
        tell(MESSAGE_ERROR, "heddle: the violation was not found again");
    else if (e->replays)
        tell(MESSAGE_INFO, arena_printf(words, "heddle replay --gdb %s", e->file));
    else
        show_page(e->file, words);
}

void lsp_errand_end(struct lsp_errand *e)
{
    end(e);
    if (e->file)
        unlink(e->file);
    e->file = NULL;
}
