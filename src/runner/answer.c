#include "runner/answer.h"

#include "base/log.h"
#include "base/status.h"

#include <heddle.h>

void answer_wanted(string_vector *argv, bool words)
{
    vector_push(argv, "--json=-");
    if (words)
        vector_push(argv, "--words");
}

static struct work_answer failure(const struct process *p, const char *reason, struct arena *words)
{
    int status = p->end == PROCESS_EXITED && p->status > STATUS_UNKNOWN ? p->status : STATUS_INTERNAL;
    const char *why = p->end == PROCESS_EXITED ? arena_strdup(words, reason) : process_end_words(p);
    return (struct work_answer){.status = status, .verdict = "ERROR", .reason = why, .words = ""};
}

struct work_answer answer_of(const struct process *p, struct arena *words)
{
    static const char *const verdicts[] = {[HEDDLE_TRUE] = "TRUE", [HEDDLE_FALSE] = "FALSE", [HEDDLE_UNKNOWN] = "UNKNOWN"};
    static const int statuses[] = {[HEDDLE_TRUE] = STATUS_TRUE, [HEDDLE_FALSE] = STATUS_FALSE, [HEDDLE_UNKNOWN] = STATUS_UNKNOWN};
    heddle_session *s = heddle_new();
    if (!s)
        fatal("out of memory");
    int status = p->end == PROCESS_EXITED ? p->status : -1;
    heddle_verdict v = heddle_take(s, status, p->output.size ? text_string(&p->output) : NULL, text_string(&p->errors));
    struct work_answer a;
    if (v == HEDDLE_ERROR)
        a = failure(p, heddle_reason(s), words);
    else
        a = (struct work_answer){.status = statuses[v],
                                 .verdict = verdicts[v],
                                 .reason = v == HEDDLE_UNKNOWN ? arena_strdup(words, heddle_reason(s)) : NULL,
                                 .proved = (unsigned)heddle_count(s, HEDDLE_PROVED),
                                 .violated = (unsigned)heddle_count(s, HEDDLE_VIOLATED),
                                 .open = (unsigned)heddle_count(s, HEDDLE_OPEN),
                                 .words = arena_strdup(words, heddle_words(s))};
    heddle_free(s);
    return a;
}

struct work_answer work_answer(const struct work *w, struct arena *words)
{
    if (w->lost)
        return (struct work_answer){.status = STATUS_UNKNOWN, .verdict = "UNKNOWN", .reason = w->lost, .words = ""};
    return answer_of(&w->process, words);
}

void answer_last_lines(struct text *out, const struct work_answer *a)
{
    text_printf(out, "checks: %u proved, %u violated, %u open\nVERDICT: %s", a->proved, a->violated, a->open, a->verdict);
    text_printf(out, a->reason ? " (%s)\n" : "\n", a->reason);
}
