/* heddle verify --engine wide: the whole program in outline, an answer for every pair of accesses. */
#include "base/log.h"
#include "cli/commands.h"
#include "portfolio/pipeline.h"
#include "cli/supervise.h"
#include "engines/wide/wide.h"

#include <stdio.h>
#include <stdlib.h>

static void print_side(struct text *out, const struct outline *o, const struct wide_result *r, uint32_t step, uint32_t kind)
{
    const struct outline_step *s = &o->steps.data[step];
    const char *what = s->kind != OUTLINE_ACCESS ? "lock" : s->write ? "write" : "read";
    text_printf(out, "%s:%u: %s in %s by %s", s->pos.file ? s->pos.file : "?", s->pos.line, what,
                s->pos.function ? s->pos.function : o->procedures.data[r->procedures.data[step]].name,
                o->procedures.data[r->kinds.data[kind]].name);
}

static int by_place(const void *x, const void *y)
{
    const struct wide_pair *a = x, *b = y;
    if (a->variable != b->variable)
        return (a->variable > b->variable) - (a->variable < b->variable);
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

/* One line a pair of source lines. */
static void print_open(struct text *out, const struct outline *o, struct wide_result *r)
{
    if (r->pairs.size)
        qsort(r->pairs.data, r->pairs.size, sizeof *r->pairs.data, by_place);
    uint32_t variable = NONE;
    struct map said = {0};
    vector_each(const struct wide_pair *, p, &r->pairs) {
        const struct position *a = &o->steps.data[p->a].pos, *b = &o->steps.data[p->b].pos;
        uint64_t key = hash_pair(hash_pair(p->variable, a->line),
                                 hash_pair(b->line, o->steps.data[p->a].write * 2 + o->steps.data[p->b].write));
        if (p->reason != WIDE_OPEN || map_get(&said, key, NULL))
            continue;
        map_put(&said, key, 1);
        const struct wide_variable *v = &r->variables.data[p->variable];
        if (variable != p->variable)
            text_printf(out, "%s: %u pairs proved, %u open\n", v->name, v->proved, v->open);
        variable = p->variable;
        text_append(out, "    ");
        print_side(out, o, r, p->a, p->kind_a);
        text_append(out, "; ");
        print_side(out, o, r, p->b, p->kind_b);
        text_append(out, "\n");
    }
    map_free(&said);
}

/* Everything that was not looked into, once each. */
static void print_unknown(struct text *out, const struct outline *o)
{
    struct intern said = {0};
    bool is_new;
    for (uint32_t k = 0; k < o->unknown.size; k++) {
        intern_add(&said, o->unknown.data[k], strlen(o->unknown.data[k]), &is_new);
        if (is_new)
            text_printf(out, "not known: %s (%s:%u)\n", o->unknown.data[k],
                        o->unknown_at.data[k].file ? o->unknown_at.data[k].file : "?", o->unknown_at.data[k].line);
    }
    intern_free(&said);
}

int print_wide(const struct options *o, const struct outline *outline, struct wide_result *r, struct text *out)
{
    uint32_t proved = 0, open = 0;
    vector_each(const struct wide_variable *, v, &r->variables) {
        proved += v->proved;
        open += v->open;
    }
    if (!o->quiet) {
        print_open(out, outline, r);
        print_unknown(out, outline);
    }
    text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, open);
    const char *why = open                    ? "pairs of accesses are open"
                      : outline->unknown.size ? "there are calls of which nothing is known"
                      : r->untracked.size     ? "there are accesses through pointers of which nothing is known"
                      : strcmp(o->undefined, "assume")
                          ? "no race if every access stays within its object: --undefined=assume says so"
                          : NULL;
    if (why)
        text_printf(out, "VERDICT: UNKNOWN (wide: %s)\n", why);
    else
        text_append(out, "VERDICT: TRUE\n");
    return why ? STATUS_UNKNOWN : STATUS_TRUE;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    int status = STATUS_INPUT;
    struct outline *outline = pipeline_outline(o, NULL, budget, &words, &error);
    if (outline) {
        struct wide_result *r = wide_races(outline);
        status = print_wide(o, outline, r, out);
        wide_result_free(r);
        outline_free(outline);
    } else {
        log_error("%s", interrupted() ? "interrupted" : error);
    }
    arena_release(&words);
    return status;
}

int verify_wide(const struct options *o)
{
    const char *failure;
    if (strcmp(o->property, "race")) {
        log_error("--engine=wide decides --property=race only");
        return STATUS_USAGE;
    }
    if (o->json || o->sarif || o->html || o->witness || o->proof || o->trace) {
        log_error("--engine=wide prints its answers, and writes no file");
        return STATUS_USAGE;
    }
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    printf("checks: 0 proved, 0 violated, 0 open\nVERDICT: UNKNOWN (%s)\n", failure);
    return STATUS_UNKNOWN;
}
