/* The answers for a whole program as a report like any other, so that every writer of reports can be used: its program has the threads, the variables and the accesses of the
 * pairs, and nothing else. A schedule that was found is over another program, so it is not in it. */
#include "base/map.h"
#include "worker/wide_report.h"
#include "engines/wide/wide.h"
#include "portfolio/close.h"

enum wide_answer wide_answer_of(const struct wide_answers *a, const struct wide_pair *p)
{
    static const enum wide_answer closely[] = {[CLOSE_OPEN] = WIDE_ANSWER_OPEN,
                                               [CLOSE_PROVED] = WIDE_ANSWER_PROVED,
                                               [CLOSE_VIOLATED] = WIDE_ANSWER_VIOLATED,
                                               [CLOSE_CANDIDATE] = WIDE_ANSWER_CANDIDATE,
                                               [CLOSE_POSSIBLE] = WIDE_ANSWER_POSSIBLE};
    if (p->reason != WIDE_OPEN)
        return WIDE_ANSWER_PROVED;
    return a->close ? closely[a->close->pairs[p - a->wide->pairs.data].answer] : WIDE_ANSWER_OPEN;
}

void wide_count_answers(const struct wide_answers *a, struct wide_counts *by_variable)
{
    vector_each(const struct wide_pair *, p, &a->wide->pairs) {
        struct wide_counts *t = &by_variable[p->variable];
        switch (wide_answer_of(a, p)) {
        case WIDE_ANSWER_VIOLATED: t->violated++; break;
        case WIDE_ANSWER_CANDIDATE:
        case WIDE_ANSWER_POSSIBLE: t->candidates++; break;
        case WIDE_ANSWER_OPEN: t->open++; break;
        case WIDE_ANSWER_PROVED: t->proved++; break;
        }
    }
}

struct builder {
    const struct wide_answers *answers;
    struct wide_report *out;
    struct map accesses; /* thread and step to access */
};

static void add_threads(struct program *p, const struct wide *w)
{
    uint32_t next = 1;
    vector_each(const struct wide_kind *, k, &w->kinds) {
        const struct outline_procedure *entry = &w->outline->procedures.data[k->entry];
        uint32_t code = program_add_code(p, entry->name);
        p->codes.data[code].entry = code_add_location(p, code, 0, entry->pos);
        p->codes.data[code].exit = code_add_location(p, code, 0, entry->pos);
        p->codes.data[code].instances = k->unique ? 1 : 2; /* enough for two to meet */
        p->codes.data[code].first_id = next;
        next += p->codes.data[code].instances;
    }
    p->template_count = p->codes.size;
}

static void add_variables(struct builder *b)
{
    vector_each(const struct wide_variable *, v, &b->answers->wide->variables) {
        const struct outline_object *o = &b->answers->outline->objects.data[v->object];
        program_add_cell(
            b->out->program,
            (struct cell){
                .name = v->name, .width = 8, .role = CELL_DATA, .owner = NONE, .subject = NONE, .arbitrary = true, .pos = o->pos});
    }
}

static uint32_t access_of(struct builder *b, uint32_t kind, uint32_t step, uint32_t variable)
{
    struct program *p = b->out->program;
    uint64_t key = hash_pair((uint64_t)kind << 32 | variable, step), known;
    if (map_get(&b->accesses, key, &known))
        return (uint32_t)known;
    const struct outline_step *s = &b->answers->outline->steps.data[step];
    struct access x = {.id = p->access_count++, .cell = variable, .write = s->kind != OUTLINE_ACCESS || s->write, .pos = s->pos};
    struct action a = action_skip(p);
    a.kind = x.write ? ACT_STORE : ACT_LOAD;
    a.pos = s->pos;
    a.accesses = &x;
    a.access_count = 1;
    struct code *c = &p->codes.data[kind];
    code_add_edge(p, kind, c->entry, c->entry, &a);
    map_put(&b->accesses, key, x.id);
    return x.id;
}

static void add_check(struct builder *b, const struct wide_pair *p)
{
    const struct outline *o = b->answers->outline;
    bool open = p->reason == WIDE_OPEN; /* otherwise the threads do not matter */
    uint32_t kind_a = open ? p->kind_a : 0, kind_b = open ? p->kind_b : 0;
    const char *name = b->answers->wide->variables.data[p->variable].name;
    program_add_check(b->out->program, (struct check){.property = (uint8_t)b->out->property,
                                                      .code = kind_a,
                                                      .access_a = access_of(b, kind_a, p->a, p->variable),
                                                      .access_b = access_of(b, kind_b, p->b, p->variable),
                                                      .code_b = kind_b,
                                                      .pos = o->steps.data[p->a].pos,
                                                      .text = arena_printf(&b->out->program->arena, "race on '%s'", name)});
}

static const char *first_line(struct builder *b, const char *words)
{
    static const char before[] = "heddle: note: ";
    if (!strncmp(words, before, sizeof before - 1))
        words += sizeof before - 1;
    return arena_printf(&b->out->program->arena, "a candidate: %.*s", (int)strcspn(words, "\n"), words);
}

static struct report_check answer_of(struct builder *b, uint32_t number)
{
    const struct wide_pair *p = &b->answers->wide->pairs.data[number];
    const struct close_pair *c = b->answers->close ? &b->answers->close->pairs[number] : NULL;
    struct report_check r = {.check = &b->out->program->checks.data[number]};
    if (p->reason != WIDE_OPEN) {
        r.answer = REPORT_PROVED;
        r.engine = "wide";
        r.because = p->why;
    } else if (c && c->answer == CLOSE_PROVED) {
        r.answer = REPORT_PROVED;
        r.engine = "close";
        r.because = "looked at closely";
    } else if (c && c->answer == CLOSE_VIOLATED) {
        r.answer = REPORT_VIOLATED;
        r.engine = "close";
        r.trace = trace_new(number);
    } else if (c && c->words) {
        r.reason = c->answer != CLOSE_OPEN ? first_line(b, c->words) : c->words;
    }
    return r;
}

static void begin(struct wide_report *out, const struct options *o, const struct wide *w)
{
    *out = (struct wide_report){.exprs = exprs_new(), .property = property_find(o->property)};
    out->program = program_new(out->exprs);
    add_threads(out->program, w);
}

/* Requires all checks. */
static void finish(struct wide_report *out, const struct options *o)
{
    vector_each(struct code *, c, &out->program->codes)
        code_index(c);
    out->report = (struct report){.program = out->program,
                                  .property = out->property,
                                  .files = o->files.data,
                                  .file_count = o->files.size,
                                  .machine = !strcmp(o->machine, "32") ? 32 : 64};
}

void wide_report_make(struct wide_report *out, const struct options *o, const struct wide_answers *a)
{
    struct builder b = {.answers = a, .out = out};
    begin(out, o, a->wide->w);
    add_variables(&b);
    vector_each(const struct wide_pair *, p, &a->wide->pairs)
        add_check(&b, p);
    finish(out, o);
    for (uint32_t k = 0; k < a->wide->pairs.size; k++) {
        struct report_check c = answer_of(&b, k);
        vector_push(&out->report.checks, c);
    }
    map_free(&b.accesses);
}

void wide_report_checks(struct wide_report *out, const struct options *o, const struct wide *w, const wide_checks *checks)
{
    begin(out, o, w);
    vector_each(const struct wide_check *, c, checks) {
        struct check made = {
            .property = (uint8_t)out->property, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = c->what};
        if (c->step != NONE) {
            made.pos = w->outline->steps.data[c->step].pos;
            made.code = bitset_next(&w->kinds_of.data[w->procedure_of.data[c->step]], 0);
        }
        program_add_check(out->program, made);
    }
    finish(out, o);
    for (uint32_t k = 0; k < checks->size; k++) {
        const struct wide_check *c = &checks->data[k];
        struct report_check r = {.check = &out->program->checks.data[k], .reason = c->reason};
        if (c->proved) {
            r.answer = REPORT_PROVED;
            r.engine = "wide";
            r.because = "it gives no proof";
        }
        vector_push(&out->report.checks, r);
    }
}

void wide_report_free(struct wide_report *r)
{
    vector_each(struct report_check *, c, &r->report.checks)
        trace_free(c->trace);
    vector_free(&r->report.checks);
    program_free(r->program);
    exprs_free(r->exprs);
}
