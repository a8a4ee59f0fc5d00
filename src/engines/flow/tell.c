/* What the analysis knows, for people: thread by thread and line by line, in C. A line stands for the locations at
 * which it begins. Bookkeeping of the model (who has started, temporaries, states of locks) is left
 * out, and so are local variables whose value is not used any more; locks are named where they are held. */
#include "engines/flow/analysis.h"
#include "engines/flow/flow.h"
#include "engines/flow/tell.h"
#include "facts/liveness.h"
#include "program/print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool worth_telling(const struct cell *c)
{
    return (c->role == CELL_DATA || c->role == CELL_ARGUMENT) && c->name[0] != '%' && !strchr(c->name, '#') &&
           !(c->role == CELL_ARGUMENT && cell_is_shared(c));
}

/* "a[]" and "a[].next" with the slot's number in the brackets. */
static void tell_name(struct text *out, const struct space *s, uint32_t variable)
{
    const struct variable *v = &s->variables.data[variable];
    const struct cell *c = &s->program->cells.data[v->cell];
    const char *brackets = cell_is_array(c) ? strstr(c->name, "[]") : NULL;
    if (!cell_is_array(c))
        text_append(out, c->name);
    else if (brackets)
        text_printf(out, "%.*s[%" PRIu64 "]%s", (int)(brackets - c->name), c->name, v->slot, brackets + 2);
    else
        text_printf(out, "%s[%" PRIu64 "]", c->name, v->slot);
}

static void tell_number(struct text *out, uint64_t x, const struct cell *c)
{
    if (c->is_pointer)
        text_printf(out, "0x%" PRIx64, x);
    else if (c->is_signed)
        text_printf(out, "%" PRId64, sign_extend(x, c->width));
    else
        text_printf(out, "%" PRIu64, x);
}

struct teller {
    struct text *out;
    const char *name;
    const struct cell *cell;
    bool any; /* something was told at this line */
};

static void begin_fact(struct teller *t)
{
    if (t->any)
        text_append(t->out, ", ");
    t->any = true;
}

static void tell_equal(struct teller *t, uint64_t x)
{
    text_printf(t->out, "%s == ", t->name);
    tell_number(t->out, x, t->cell);
}

static void tell_bounds(struct teller *t, const struct value *v)
{
    struct value top = value_top(v->width);
    bool is_signed = t->cell->is_signed;
    bool low = is_signed ? v->slo != top.slo : v->ulo != top.ulo, high = is_signed ? v->shi != top.shi : v->uhi != top.uhi;
    if (!low && !high)
        return;
    begin_fact(t);
    if (low) {
        tell_number(t->out, is_signed ? (uint64_t)v->slo : v->ulo, t->cell);
        text_printf(t->out, " <= %s", t->name);
    }
    if (low && high)
        text_append(t->out, " && ");
    if (high) {
        text_printf(t->out, "%s <= ", t->name);
        tell_number(t->out, is_signed ? (uint64_t)v->shi : v->uhi, t->cell);
    }
}

static void tell_congruence(struct teller *t, const struct value *v)
{
    bool power = (v->mod & (v->mod - 1)) == 0, negative = t->cell->is_signed && v->slo < 0;
    if (v->mod < 2 || (negative && !power))
        return;
    begin_fact(t);
    if (negative)
        text_printf(t->out, "(%s & %" PRIu64 ") == %" PRIu64, t->name, v->mod - 1, v->rem);
    else
        text_printf(t->out, "%s %% %" PRIu64 " == %" PRIu64, t->name, v->mod, v->rem);
}

static void tell_value(struct teller *t, const struct value *v)
{
    bool dense = v->count > 2 && v->uhi - v->ulo == v->count - 1u; /* 3 <= x && x <= 5 rather than one by one */
    if (v->width == 1 && v->count == 1) {
        begin_fact(t);
        text_printf(t->out, "%s%s", v->set[0] ? "" : "!", t->name);
    } else if (v->count && !dense && v->count <= 4) {
        begin_fact(t);
        for (unsigned i = 0; i < v->count; i++) {
            text_append(t->out, i ? " || " : v->count > 1 ? "(" : "");
            tell_equal(t, v->set[i]);
        }
        text_append(t->out, v->count > 1 ? ")" : "");
    } else if (!value_is_top(v)) {
        tell_bounds(t, v);
        tell_congruence(t, v);
    }
}

struct mention_check {
    const struct program *p;
    bool good;
};

static void check_mention(void *context, expr e)
{
    struct mention_check *m = context;
    if ((e->op == E_CELL || e->op == E_READ) && !worth_telling(&m->p->cells.data[e->value]))
        m->good = false;
}

static void tell_relations(struct teller *t, const struct program *p, expr e)
{
    if (e->op == E_AND && e->width == 1) {
        tell_relations(t, p, e->arg[0]);
        tell_relations(t, p, e->arg[1]);
        return;
    }
    struct mention_check m = {p, !expr_is_true(e)};
    expr_visit(e, check_mention, &m);
    if (m.good) {
        begin_fact(t);
        print_expr(t->out, p, e);
    }
}

static void tell_locks(struct teller *t, const struct flow *f, uint64_t held)
{
    for (uint64_t w = held & ~LOCK_ATOMIC; w; w &= w - 1) {
        begin_fact(t);
        text_printf(t->out, "holds %s", f->program->cells.data[f->threads->lock_cells[__builtin_ctzll(w)]].name);
    }
    if (held & LOCK_ATOMIC) {
        begin_fact(t);
        text_append(t->out, "in an atomic section");
    }
}

static void tell_state(struct teller *t, const struct flow *f, const struct space *s, struct abstract *st,
                       const struct bitset *live)
{
    if (s->domain && !s->domain->reduce(s, st))
        return;
    for (uint32_t v = 0; v < s->variables.size; v++) {
        struct text name = {0};
        t->cell = &f->program->cells.data[s->variables.data[v].cell];
        if (worth_telling(t->cell) && !s->variables.data[v].summary && (cell_is_shared(t->cell) || bitset_has(live, t->cell->id))) {
            tell_name(&name, s, v);
            t->name = text_string(&name);
            tell_value(t, abstract_get(s, st, v));
        }
        text_free(&name);
    }
    if (s->domain)
        tell_relations(t, f->program, s->domain->to_expr(s, st->relations, f->program->exprs));
}

/* --- lines --- */

struct line {
    uint32_t location;
    struct position pos;
};
typedef VECTOR(struct line) lines;

static int compare_lines(const void *x, const void *y)
{
    const struct line *a = x, *b = y;
    int files = strcmp(a->pos.file ? a->pos.file : "", b->pos.file ? b->pos.file : "");
    return files ? files : (a->pos.line > b->pos.line) - (a->pos.line < b->pos.line);
}

/* What the thread does next at the location, as the program text has it: passes put steps together. */
static struct position next_line(const struct code *c, uint32_t location, const struct code *original)
{
    struct position here = out_edge(c, out_begin(c, location))->action.pos;
    uint32_t l = c->locations.data[location].origin;
    if (l == NONE || l >= original->locations.size || out_begin(original, l) == out_end(original, l))
        return here;
    struct position first = out_edge(original, out_begin(original, l))->action.pos;
    return first.line ? first : here;
}

/* Whether the location is where its line begins: a step of another line leads there. */
static bool begins(const struct code_graph *g, const struct code *original, const struct line *x)
{
    const struct code *c = g->code;
    vector_each(const uint32_t *, e, &g->in_edges[x->location]) {
        struct line from = {c->edges.data[*e].from, next_line(c, c->edges.data[*e].from, original)};
        if (c->edges.data[*e].from == c->entry || compare_lines(&from, x) != 0)
            return true;
    }
    return false;
}

/* The locations where lines begin, in the order of the text; several for a line that is in several places (a function
 * that is called twice). */
static void find_lines(const struct code_graph *g, const struct code *original, lines *list)
{
    const struct code *c = g->code;
    vector_each(const uint32_t *, l, &g->by_rank) {
        if (*l == c->entry || out_begin(c, *l) == out_end(c, *l))
            continue;
        struct line x = {*l, next_line(c, *l, original)};
        if (x.pos.line && begins(g, original, &x))
            vector_push(list, x);
    }
    if (list->size)
        qsort(list->data, list->size, sizeof *list->data, compare_lines);
}

struct known_line {
    struct abstract *state; /* NULL: never reached */
    uint64_t held;          /* locks */
    struct bitset used;     /* cells that are still used */
};

/* What is known where a line begins, wherever that is. */
static struct known_line known_there(struct flow *f, const struct interpreted *in, const struct line *l, uint32_t n,
                                     const struct bitset *live)
{
    const struct thread *th = &f->threads->threads.data[in->thread];
    struct known_line all = {.held = ~UINT64_C(0)};
    for (uint32_t i = 0; i < n; i++) {
        struct abstract *st = known_at(f, in, l[i].location);
        if (!st)
            continue;
        all.held &= f->threads->held[th->code][l[i].location];
        bitset_unite(&all.used, &live[l[i].location]);
        if (all.state) {
            abstract_join(in->space, all.state, st);
            abstract_free(in->space, st);
        } else {
            all.state = st;
        }
    }
    return all;
}

static void tell_thread(struct flow *f, uint32_t thread, const lines *list, const struct bitset *live, struct text *out)
{
    const struct interpreted *in = &f->interpreted[thread];
    for (uint32_t i = 0, n; i < list->size; i += n) {
        struct teller t = {.out = out};
        struct position pos = list->data[i].pos;
        for (n = 1; i + n < list->size && compare_lines(&list->data[i], &list->data[i + n]) == 0; n++)
            continue;
        struct known_line known = known_there(f, in, &list->data[i], n, live);
        pos.column = 0;
        text_append(out, "  ");
        print_position(out, pos);
        text_append(out, ": ");
        if (known.state) {
            tell_locks(&t, f, known.held);
            tell_state(&t, f, in->space, known.state, &known.used);
            text_append(out, t.any ? "\n" : "nothing\n");
        } else {
            text_append(out, "never reached\n");
        }
        bitset_free(&known.used);
        abstract_free(in->space, known.state);
    }
}

/* Instances that know the same are told of together. */
static void tell_code(struct flow *f, uint32_t code, const struct program *original, struct text *out)
{
    struct text before = {0};
    lines list = {0};
    struct bitset *live = liveness_compute(f->program, code, NULL, true);
    find_lines(f->threads->graphs[code], &original->codes.data[code], &list);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct thread *th = &f->threads->threads.data[t];
        if (!f->interpreted[t].space || th->code != code)
            continue;
        struct text now = {0};
        tell_thread(f, t, &list, live, &now);
        if (!before.size || strcmp(text_string(&before), text_string(&now))) {
            text_printf(out, "thread %s", f->program->codes.data[code].name);
            if (th->number != NONE && f->program->codes.data[code].instances > 1)
                text_printf(out, ", instance %u", th->number + 1);
            text_printf(out, "\n%s", text_string(&now));
        } else {
            text_printf(out, "thread %s, instance %u: likewise\n", f->program->codes.data[code].name, th->number + 1);
        }
        text_free(&before);
        before = now;
    }
    text_free(&before);
    vector_free(&list);
    liveness_free(f->program, code, live);
}

void tell_all(struct flow *f, const struct program *original, struct text *out)
{
    for (uint32_t k = 0; k < f->program->template_count; k++)
        tell_code(f, k, original, out);
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
}
