#include "cli/child_answer.h"

#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static const char *first_line(const char *s, struct arena *words) { return arena_strndup(words, s, strcspn(s, "\n")); }

static struct child_answer failure(const struct process *p, int status, struct arena *words)
{
    static const char mark[] = "heddle: error: ";
    const char *error = strstr(text_string(&p->errors), mark);
    return (struct child_answer){.status = status > STATUS_UNKNOWN ? status : STATUS_INTERNAL,
                                 .verdict = "ERROR",
                                 .reason = error ? first_line(error + strlen(mark), words) : process_end_words(p),
                                 .before = p->output.size};
}

struct child_answer child_answer(const struct process *p, struct arena *words)
{
    const char *out = text_string(&p->output), *last = NULL;
    int status = p->end == PROCESS_EXITED ? p->status : STATUS_INTERNAL;
    for (const char *q = out; (q = strstr(q, "checks: ")); q++)
        if (q == out || q[-1] == '\n')
            last = q;
    const char *verdict = last ? strstr(last, "\nVERDICT: ") : NULL;
    if (!verdict || status > STATUS_UNKNOWN)
        return failure(p, status, words);
    struct child_answer a = {.status = status, .before = (size_t)(last - out)};
    sscanf(last, "checks: %u proved, %u violated, %u open", &a.proved, &a.violated, &a.open);
    a.verdict = status == STATUS_TRUE ? "TRUE" : status == STATUS_FALSE ? "FALSE" : "UNKNOWN";
    const char *reason = strchr(verdict, '(');
    if (reason && status == STATUS_UNKNOWN)
        a.reason = arena_strndup(words, reason + 1, strcspn(reason + 1, "\n") - 1);
    return a;
}

struct child_answer work_answer(const struct work *w, struct arena *words)
{
    if (w->lost)
        return (struct child_answer){.status = STATUS_UNKNOWN, .verdict = "UNKNOWN", .reason = w->lost};
    return child_answer(&w->process, words);
}
