#include "cli/lsp_errand.h"

#include "cli/commands.h"
#include "cli/lsp_wire.h"

#include <unistd.h>

enum { MESSAGE_ERROR = 1, MESSAGE_INFO = 3 };

void lsp_errand_start(struct lsp_errand *e, bool replays, const char *copy, const string_vector *arguments, struct arena *words)
{
    string_vector argv = {0};
    if (e->running)
        return;
    assert(vector_last(arguments) == NULL);
    if (e->file)
        unlink(e->file);
    e->replays = replays;
    e->file = arena_printf(words, "%s.%s", copy, replays ? "trace.json" : "html");
    vector_push(&argv, "/proc/self/exe");
    vector_push(&argv, "verify");
    vector_push(&argv, arena_printf(words, "--%s=%s", replays ? "trace" : "html", e->file));
    vector_each(const char *const *, a, arguments)
        vector_push(&argv, *a);
    e->running = process_start(&e->process, argv.data, NULL);
    vector_free(&argv);
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
    struct process *p = &e->process;
    if (e->running)
        process_poll(&p, 1, 0);
    if (!e->running || p->pid)
        return;
    e->running = false;
    if (access(e->file, R_OK))
        tell(MESSAGE_ERROR, "heddle: the violation was not found again");
    else if (e->replays)
        tell(MESSAGE_INFO, arena_printf(words, "heddle replay --gdb %s", e->file));
    else
        show_page(e->file, words);
    process_free(p);
}

void lsp_errand_end(struct lsp_errand *e)
{
    if (e->running) {
        process_kill(&e->process);
        process_finish(&e->process);
        process_free(&e->process);
        e->running = false;
    }
    if (e->file)
        unlink(e->file);
    e->file = NULL;
}
