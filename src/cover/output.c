/* Statistics and JSON. */
#include "cover/cover.h"

#include "base/printable.h"
#include "cover/proof.h"
#include "cover/run.h"

#include <string.h>

void cover_print_statistics(const struct cover_statistics *st, struct text *out)
{
#define X(name, words) text_printf(out, "%-48s %llu\n", words, (unsigned long long)st->name);
    COVER_STATISTICS(X)
#undef X
#define X(name, words) text_printf(out, "%-48s %.3f\n", words, st->name);
    COVER_TIMES(X)
#undef X
}

static void quote(struct text *out, const char *s)
{
    struct text shown = {0};
    text_append_printable(&shown, s, strlen(s), PRINTABLE_WORDS);
    text_char(out, '"');
    for (const char *p = text_string(&shown); *p; p++) {
        if (*p == '"' || *p == '\\')
            text_char(out, '\\');
        text_char(out, *p);
    }
    text_char(out, '"');
    text_free(&shown);
}

static void quote_state(const struct system *s, const struct state *x, struct text *out)
{
    struct text t = {0};
    state_print(s, x, &t);
    quote(out, text_string(&t));
    text_free(&t);
}

static void json_run(const struct system *s, const struct cover_run *run, struct text *out)
{
    text_append(out, ",\n  \"run\": {\"start\": ");
    quote_state(s, run->start, out);
    text_append(out, ", \"steps\": [");
    vector_each(const struct step *, step, &run->steps) {
        text_printf(out, "%s\n    {\"line\": %u, \"after\": ", step == run->steps.data ? "" : ",", s->rules.data[step->rule].line);
        quote_state(s, step->after, out);
        text_char(out, '}');
    }
    text_append(out, "]}");
}

static void json_proof(const struct system *s, const struct cover_proof *proof, struct text *out)
{
    text_append(out, ",\n  \"proof\": {\"states\": [");
    vector_each(const struct state *const *, x, &proof->states) {
        text_append(out, x == proof->states.data ? "" : ", ");
        quote_state(s, *x, out);
    }
    text_printf(out, "], \"invariants\": %u}", proof->weights.size);
}

void cover_print_json(const struct system *s, const char *file, const struct cover_result *r, struct text *out)
{
    static const char *const verdicts[] = {[COVER_UNCOVERABLE] = "TRUE", [COVER_COVERABLE] = "FALSE", [COVER_UNKNOWN] = "UNKNOWN"};
    text_append(out, "{\n  \"file\": ");
    quote(out, file);
    text_printf(out, ",\n  \"verdict\": \"%s\"", verdicts[r->verdict]);
    if (r->reason) {
        text_append(out, ",\n  \"reason\": ");
        quote(out, r->reason);
    }
    if (r->run)
        json_run(s, r->run, out);
    if (r->proof)
        json_proof(s, r->proof, out);
    text_append(out, ",\n  \"statistics\": {");
#define X(name, words) text_printf(out, "\"" #name "\": %llu, ", (unsigned long long)r->statistics.name);
    COVER_STATISTICS(X)
#undef X
#define X(name, words) text_printf(out, "\"" #name "\": %.6f, ", r->statistics.name);
    COVER_TIMES(X)
#undef X
    out->size -= 2; /* the last comma */
    text_append(out, "}\n}\n");
}
