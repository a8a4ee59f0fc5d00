/* Open pairs by variable, what is most likely a race first; then what was not known, and the verdict. With --verbose all of them, and for each
 * proved pair what proves it. */
#include "base/text.h"
#include "cli/commands.h"
#include "engines/wide/wide.h"

enum { VARIABLES_SHOWN = 20, PAIRS_SHOWN = 5, NAMES_SHOWN = 5 };

struct words {
    const struct options *options;
    const struct outline *outline;
    const struct wide_result *result;
    struct text *out;
};

static void place(struct words *w, uint32_t step)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    const char *what = s->kind != OUTLINE_ACCESS ? "lock" : s->write ? "write" : "read";
    text_printf(w->out, "%s:%u: %s in %s", s->pos.file ? s->pos.file : "?", s->pos.line, what,
                s->pos.function ? s->pos.function : w->outline->procedures.data[w->result->w->procedure_of.data[step]].name);
}

/* Who makes the access, by which calls, holding what. */
static void side(struct words *w, uint32_t step, uint32_t kind)
{
    const struct wide *facts = w->result->w;
    u32_vector calls = {0};
    struct text held = {0};
    place(w, step);
    text_printf(w->out, " by %s", w->outline->procedures.data[facts->kinds.data[kind].entry].name);
    wide_call_path(facts, kind, step, &calls);
    vector_each(const uint32_t *, c, &calls)
        text_printf(w->out, "%s%u", c == calls.data ? " (calls at " : ", ", w->outline->steps.data[*c].pos.line);
    text_append(w->out, calls.size ? ")" : "");
    wide_held_names(facts, step, &held);
    if (held.size)
        text_printf(w->out, " holding %s", text_string(&held));
    text_free(&held);
    vector_free(&calls);
}

static void variable(struct words *w, uint32_t number)
{
    const struct wide_variable *v = &w->result->variables.data[number];
    text_printf(w->out, "%s: %u pairs proved, %u open\n", v->name, v->proved, v->open);
}

static void open_pairs(struct words *w)
{
    uint32_t last = NONE, shown = 0, pairs = 0, hidden_variables = 0, hidden_pairs = 0;
    vector_each(const struct wide_pair *, p, &w->result->pairs) {
        const struct wide_variable *v = &w->result->variables.data[p->variable];
        if (p->reason != WIDE_OPEN)
            break;
        if (p->variable != last) {
            last = p->variable;
            pairs = 0;
            if (w->options->verbose || shown < VARIABLES_SHOWN) {
                variable(w, p->variable);
                shown++;
            } else {
                hidden_variables++;
                hidden_pairs += v->open;
            }
        }
        if (hidden_variables || (!w->options->verbose && pairs++ >= PAIRS_SHOWN)) {
            if (!hidden_variables && pairs == PAIRS_SHOWN + 1)
                text_printf(w->out, "    %u more\n", v->open - PAIRS_SHOWN);
            continue;
        }
        text_append(w->out, "    ");
        side(w, p->a, p->kind_a);
        text_append(w->out, "; ");
        side(w, p->b, p->kind_b);
        text_append(w->out, "\n");
    }
    if (hidden_variables)
        text_printf(w->out, "%u more variables: %u pairs open (--verbose shows them)\n", hidden_variables, hidden_pairs);
}

static void proved_pairs(struct words *w)
{
    uint32_t last = NONE;
    vector_each(const struct wide_pair *, p, &w->result->pairs) {
        if (p->reason == WIDE_OPEN)
            continue;
        if (p->variable != last)
            variable(w, p->variable);
        last = p->variable;
        text_append(w->out, "    ");
        place(w, p->a);
        text_append(w->out, "; ");
        place(w, p->b);
        text_printf(w->out, ": %s%s\n", p->reason == WIDE_LOCK ? "lock " : "", p->why);
    }
}

/* Everything that was not looked into, once each. */
static void not_known(struct words *w)
{
    const struct outline *o = w->outline;
    struct intern said = {0};
    bool is_new;
    for (uint32_t k = 0; k < o->unknown.size; k++) {
        intern_add(&said, o->unknown.data[k], strlen(o->unknown.data[k]), &is_new);
        if (is_new && (w->options->verbose || said.size <= NAMES_SHOWN))
            text_printf(w->out, "not known: %s (%s:%u)\n", o->unknown.data[k],
                        o->unknown_at.data[k].file ? o->unknown_at.data[k].file : "?", o->unknown_at.data[k].line);
    }
    if (!w->options->verbose && said.size > NAMES_SHOWN)
        text_printf(w->out, "not known: %u more\n", said.size - NAMES_SHOWN);
    if (said.size)
        text_printf(w->out, "assumed: functions without body %s\n",
                    strcmp(w->options->externs, "havoc")
                        ? "read and write what their arguments point to, and return new memory (--extern=havoc: anything)"
                        : "do anything to what they were ever given");
    intern_free(&said);
}

static const char *obstacle(const struct words *w, uint32_t open)
{
    const char *stopped = w->result->stopped;
    return stopped                                   ? stopped
           : open                                    ? "pairs of accesses are open"
           : w->outline->unknown.size                ? "there are calls of which nothing is known"
           : w->result->untracked.size               ? "there are accesses through pointers of which nothing is known"
           : strcmp(w->options->undefined, "assume") ? "no race if every access stays within its object: --undefined=assume says so"
                                                     : NULL;
}

int print_wide(const struct options *o, const struct outline *outline, struct wide_result *r, const char *others, struct text *out)
{
    struct words w = {o, outline, r, out};
    uint32_t proved = 0, open = 0;
    vector_each(const struct wide_variable *, v, &r->variables) {
        proved += v->proved;
        open += v->open;
    }
    if (!o->quiet) {
        open_pairs(&w);
        if (o->verbose)
            proved_pairs(&w);
        not_known(&w);
    }
    text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, open);
    const char *why = obstacle(&w, open);
    if (why && others)
        text_printf(out, "VERDICT: UNKNOWN (wide: %s; the others: %s)\n", why, others);
    else if (why)
        text_printf(out, "VERDICT: UNKNOWN (wide: %s)\n", why);
    else
        text_append(out, "VERDICT: TRUE\n");
    return why ? STATUS_UNKNOWN : STATUS_TRUE;
}
