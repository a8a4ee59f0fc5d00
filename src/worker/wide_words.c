/* Pairs by variable: violated ones with their schedules, then candidates, then what is open, most likely a race first; then what was not known, and the verdict.
 * With --verbose all of them, and for each proved pair what proves it. */
#include "base/text.h"
#include "base/outputs.h"
#include "worker/print_report.h"
#include "worker/supervise.h"
#include "worker/wide_page.h"
#include "portfolio/close.h"
#include "portfolio/pipeline.h"
#include "report/reports.h"

#include <stdlib.h>

enum { VARIABLES_SHOWN = 20, PAIRS_SHOWN = 5, NAMES_SHOWN = 5 };

struct wide_writer {
    const struct options *options;
    const struct wide_answers *answers;
    const struct outline *outline;
    const struct wide_result *result;
    const struct close *close; /* or NULL */
    struct text *out;
    struct wide_counts *counts; /* by variable */
    u32_vector *proved;         /* by variable: pairs that are */
};

static enum wide_answer answer_of(const struct wide_writer *w, const struct wide_pair *p) { return wide_answer_of(w->answers, p); }

static void place(struct wide_writer *w, uint32_t step, uint32_t kind)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    const char *what = s->kind != OUTLINE_ACCESS ? "lock" : s->write ? "write" : "read";
    struct position at = wide_position(w->result->w, kind, step);
    text_printf(w->out, "%s:%u: %s in %s", at.file ? at.file : "?", at.line, what,
                at.function ? at.function : w->outline->procedures.data[w->result->w->procedure_of.data[step]].name);
}

/* Who makes the access, by which calls, holding what. */
static void side(struct wide_writer *w, uint32_t step, uint32_t kind)
{
    struct text held = {0};
    place(w, step, kind);
    text_append(w->out, " by ");
    wide_path_words(w->result->w, kind, step, w->out);
    wide_held_names(w->result->w, step, &held);
    if (held.size)
        text_printf(w->out, " holding %s", text_string(&held));
    text_free(&held);
}

static void variable(struct wide_writer *w, uint32_t number)
{
    const struct wide_counts *t = &w->counts[number];
    const struct wide_variable *v = &w->result->variables.data[number];
    text_append(w->out, v->name);
    if (v->alike > 1)
        text_printf(w->out, " (and %u objects like it)", v->alike - 1);
    text_printf(w->out, ": %u pair%s proved", t->proved, t->proved == 1 ? "" : "s");
    if (t->violated)
        text_printf(w->out, ", %u violated", t->violated);
    if (t->candidates)
        text_printf(w->out, ", %u candidate%s", t->candidates, t->candidates > 1 ? "s" : "");
    text_printf(w->out, ", %u open%s\n", t->open, v->more ? " or more" : "");
}

static void pair(struct wide_writer *w, const struct wide_pair *p)
{
    enum wide_answer answer = answer_of(w, p);
    text_append(w->out, answer == WIDE_ANSWER_VIOLATED                                      ? "    violated: "
                        : answer == WIDE_ANSWER_CANDIDATE || answer == WIDE_ANSWER_POSSIBLE ? "    candidate: "
                                                                                            : "    ");
    side(w, p->a, p->kind_a);
    text_append(w->out, "; ");
    side(w, p->b, p->kind_b);
    text_append(w->out, "\n");
}

/* By what was found of the variable, then of the pair; what is equal stays as it was. */
struct ranked {
    const struct wide_pair *pair;
    enum wide_answer variable, own;
};

static int by_answer(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;
    if (a->variable != b->variable)
        return a->variable < b->variable ? -1 : 1;
    if (a->own != b->own && a->pair->variable == b->pair->variable)
        return a->own < b->own ? -1 : 1;
    return (a->pair > b->pair) - (a->pair < b->pair);
}

typedef VECTOR(struct ranked) ranking;

static void rank(const struct wide_writer *w, ranking *out)
{
    vector_each(const struct wide_pair *, p, &w->result->pairs) {
        const struct wide_counts *t = &w->counts[p->variable];
        struct ranked r = {p,
                           t->violated     ? WIDE_ANSWER_VIOLATED
                           : t->candidates ? WIDE_ANSWER_CANDIDATE
                                           : WIDE_ANSWER_OPEN,
                           answer_of(w, p)};
        if (r.own != WIDE_ANSWER_PROVED)
            vector_push(out, r);
    }
    if (out->size)
        qsort(out->data, out->size, sizeof *out->data, by_answer);
}

/* The schedule of a violated pair; of candidates that of a variable's first one. With --verbose, why a pair is open that was looked at. */
static void schedule(struct wide_writer *w, const struct ranked *r, bool first)
{
    const char *words = w->close ? w->close->pairs[r->pair - w->result->pairs.data].words : NULL;
    bool candidate = r->own == WIDE_ANSWER_CANDIDATE || r->own == WIDE_ANSWER_POSSIBLE;
    if (words && (r->own == WIDE_ANSWER_VIOLATED || (candidate && (first || w->options->verbose))))
        text_append(w->out, words);
    else if (words && r->own == WIDE_ANSWER_OPEN && w->options->verbose)
        text_printf(w->out, "        open: %s\n", words);
}

const char *wide_pair_why(const struct wide_pair *p, struct arena *words)
{
    if (p->reason == WIDE_OPEN || !p->why)
        return "looked at closely";
    bool lock = p->reason == WIDE_LOCK && strncmp(p->why, "an ", 3); /* an atomic section is as good as a lock, but none */
    return lock ? arena_printf(words, "lock %s", p->why) : p->why;
}

static void proved_pair(struct wide_writer *w, const struct wide_pair *p)
{
    const struct wide *facts = w->result->w;
    text_append(w->out, "    ");
    place(w, p->a, bitset_next(&facts->kinds_of.data[facts->procedure_of.data[p->a]], 0));
    text_append(w->out, "; ");
    place(w, p->b, bitset_next(&facts->kinds_of.data[facts->procedure_of.data[p->b]], 0));
    struct arena words = ARENA_EMPTY;
    text_printf(w->out, ": %s\n", wide_pair_why(p, &words));
    arena_release(&words);
}

/* With --verbose: what is proved of a variable, behind what is not. */
static void proved_of(struct wide_writer *w, uint32_t number)
{
    if (number == NONE || !w->options->verbose)
        return;
    vector_each(const uint32_t *, p, &w->proved[number])
        proved_pair(w, &w->result->pairs.data[*p]);
    w->proved[number].size = 0;
}

static void open_pairs(struct wide_writer *w)
{
    uint32_t last = NONE, shown = 0, pairs = 0, hidden_variables = 0, hidden_pairs = 0;
    ranking all = {0};
    rank(w, &all);
    vector_each(const struct ranked *, r, &all) {
        const struct wide_counts *t = &w->counts[r->pair->variable];
        if (r->pair->variable != last) {
            proved_of(w, last);
            last = r->pair->variable;
            pairs = 0;
            if (w->options->verbose || shown < VARIABLES_SHOWN) {
                variable(w, last);
                shown++;
            } else {
                hidden_variables++;
                hidden_pairs += t->open + t->candidates;
            }
        }
        if (hidden_variables || (!w->options->verbose && pairs >= PAIRS_SHOWN && r->own != WIDE_ANSWER_VIOLATED)) {
            if (!hidden_variables && pairs++ == PAIRS_SHOWN)
                text_printf(w->out, "    %u more\n", t->violated + t->candidates + t->open - PAIRS_SHOWN);
            continue;
        }
        pair(w, r->pair);
        schedule(w, r, !pairs++);
    }
    proved_of(w, last);
    if (hidden_variables)
        text_printf(w->out, "%u more variables: %u pairs open (--verbose shows them)\n", hidden_variables, hidden_pairs);
    vector_free(&all);
}

static void collect_proved(struct wide_writer *w)
{
    vector_each(const struct wide_pair *, p, &w->result->pairs)
        if (answer_of(w, p) == WIDE_ANSWER_PROVED)
            vector_push(&w->proved[p->variable], (uint32_t)(p - w->result->pairs.data));
}

/* The variables of which nothing is open. */
static void proved_variables(struct wide_writer *w)
{
    vector_each(const struct wide_pair *, p, &w->result->pairs)
        if (w->proved[p->variable].size) {
            variable(w, p->variable);
            proved_of(w, p->variable);
        }
}

static void gap(struct wide_writer *w, uint32_t count, const char *words, bool *first)
{
    if (count)
        text_printf(w->out, "%s %u %s", *first ? "" : ",", count, words);
    *first &= !count;
}

/* What is missing at the pairs that wide leaves open. */
static void gaps(struct wide_writer *w)
{
    struct wide_gaps g;
    wide_count_gaps(w->result, &g);
    bool first = true;
    text_append(w->out, "open pairs:");
    for (unsigned k = 0; k < WIDE_LOCK_GAPS; k++)
        gap(w, g.lock[k], wide_lock_gap_words(k), &first);
    text_append(w->out, "\nopen pairs:");
    first = true;
    for (unsigned k = 0; k < WIDE_ORDER_GAPS; k++)
        gap(w, g.order[k], wide_order_gap_words(k), &first);
    text_append(w->out, "\n");
}

/* Everything that was not looked into, once each. */
static void not_known(struct wide_writer *w)
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

static const char *obstacle(const struct wide_writer *w, uint32_t open)
{
    const char *stopped = w->result->stopped;
    return stopped                     ? stopped
           : open                      ? "pairs of accesses are open"
           : w->outline->unknown.size  ? "there are calls of which nothing is known"
           : w->result->untracked.size ? "there are accesses through pointers of which nothing is known"
           : strcmp(w->options->undefined, "assume") && !w->options->memory_holds
               ? "no race if every access stays within its object: --undefined=assume says so"
               : NULL;
}

/* The reason of UNKNOWN; NULL for any other verdict. */
static const char *unknown_because(const struct wide_writer *w, const char *others, const struct wide_counts *sum,
                                   struct arena *words)
{
    const char *why = sum->violated ? NULL : obstacle(w, sum->open + sum->candidates);
    return !why     ? NULL
           : others ? arena_printf(words, "wide: %s; the others: %s", why, others)
                    : arena_printf(words, "wide: %s", why);
}

static int verdict(const struct wide_writer *w, const char *why, const struct wide_counts *sum)
{
    text_printf(w->out, "checks: %u proved, %u violated, %u open\n", sum->proved, sum->violated, sum->open + sum->candidates);
    if (why)
        text_printf(w->out, "VERDICT: UNKNOWN (%s)\n", why);
    else
        text_printf(w->out, "VERDICT: %s\n", sum->violated ? "FALSE" : "TRUE");
    return sum->violated ? STATUS_FALSE : why ? STATUS_UNKNOWN : STATUS_TRUE;
}

/* The files that were asked for. */
static bool write_reports(const struct options *o, const struct wide_answers *a, int status, const char *why, const char *said,
                          struct text *out)
{
    struct wide_report r;
    struct options others = *o;
    bool ok = true;
    if (o->html) {
        struct text page = {0};
        wide_page(&page, o, a, status, why);
        ok = outputs_put(o->html, &page, out);
        text_free(&page);
    }
    others.html = NULL;
    if (!reports_any(&others))
        return ok;
    wide_report_make(&r, o, a);
    r.report.answer = status == STATUS_FALSE ? REPORT_VIOLATED : status == STATUS_TRUE ? REPORT_PROVED : REPORT_OPEN;
    r.report.reason = why;
    r.report.exit_status = status;
    r.report.words = said;
    ok = reports_write(&others, &r.report, out) && ok;
    wide_report_free(&r);
    return ok;
}

static void note_none(struct wide_writer *w)
{
    const char *own = pipeline_own_arguments(w->options, PROPERTY_RACE);
    text_printf(w->out, "heddle: note: %s\n", property_rows[PROPERTY_RACE].none);
    if (own)
        text_printf(w->out, "heddle: note: %s\n", own);
}

int print_wide(const struct options *o, const struct wide_answers *a, struct text *out)
{
    struct text words = {0};
    struct arena arena = ARENA_EMPTY;
    struct wide_writer w = {o,
                            a,
                            a->outline,
                            a->wide,
                            a->close,
                            &words,
                            NEW_ARRAY(struct wide_counts, a->wide->variables.size + 1),
                            NEW_ARRAY(u32_vector, a->wide->variables.size + 1)};
    struct wide_counts sum = {0};
    wide_count_answers(a, w.counts);
    for (uint32_t v = 0; v < a->wide->variables.size; v++) {
        sum.proved += w.counts[v].proved;
        sum.violated += w.counts[v].violated;
        sum.candidates += w.counts[v].candidates;
        sum.open += w.counts[v].open;
    }
    if (!o->quiet) {
        collect_proved(&w);
        open_pairs(&w);
        if (o->verbose)
            proved_variables(&w);
        if (o->verbose && a->wide->pairs.size && a->wide->pairs.data[0].reason == WIDE_OPEN)
            gaps(&w);
        not_known(&w);
    }
    const char *why = unknown_because(&w, a->others, &sum, &arena);
    if (!o->quiet && !a->wide->pairs.size && !why)
        note_none(&w);
    const char *said = o->with_words ? arena_strdup(&arena, text_string(&words)) : NULL;
    int status = verdict(&w, why, &sum);
    if (!outputs_take_stdout(o))
        text_append_bytes(out, text_string(&words), words.size);
    supervise_before_files(o, status, out);
    if (reports_any(o) && !write_reports(o, a, status, why, said, out))
        status = STATUS_INPUT;
    supervise_after_files();
    text_free(&words);
    arena_release(&arena);
    mem_free(w.counts);
    for (uint32_t v = 0; v < a->wide->variables.size; v++)
        vector_free(&w.proved[v]);
    mem_free(w.proved);
    return status;
}
