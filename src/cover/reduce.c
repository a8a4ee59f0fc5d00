#include "cover/reduce.h"

struct contraction {
    const struct system *s;
    struct reduction *r;
    u32_vector *in, *out; /* by control: rules, in `rules`; dead ones are dropped when read */
    bool *dead;           /* by rule; grows with `rules` */
    uint32_t dead_capacity;
};

static bool is_plain(const struct rule *r) { return !r->moves_count && !r->exacts; }

/* What a plain rule asks for (take + need), and what it changes, merged into one list. */
struct effect {
    uint32_t place;
    int64_t ask, change;
};
typedef VECTOR(struct effect) effect_list;

static struct effect *entry(effect_list *l, uint32_t place)
{
    uint32_t i = 0;
    while (i < l->size && l->data[i].place < place)
        i++;
    if (i < l->size && l->data[i].place == place)
        return &l->data[i];
    vector_push(l, ((struct effect){0}));
    memmove(l->data + i + 1, l->data + i, (l->size - 1 - i) * sizeof *l->data);
    l->data[i] = (struct effect){place, 0, 0};
    return &l->data[i];
}

static void add_effect(effect_list *l, const struct rule *r)
{
    for (uint32_t i = 0; i < r->takes; i++) {
        struct effect *e = entry(l, r->take[i].place);
        e->ask += r->take[i].count;
        e->change -= r->take[i].count;
    }
    for (uint32_t i = 0; i < r->needs; i++)
        entry(l, r->need[i].place)->ask += r->need[i].count;
    for (uint32_t i = 0; i < r->gives; i++)
        entry(l, r->give[i].place)->change += r->give[i].count;
}

/* a then b: asks for max(ask a, ask b - change a), changes by the sum. */
static struct rule combine(struct arena *arena, const struct rule *a, const struct rule *b)
{
    effect_list first = {0}, second = {0};
    add_effect(&first, a);
    add_effect(&second, b);
    vector_each(const struct effect *, e, &second) {
        struct effect *f = entry(&first, e->place);
        if (e->ask - f->change > f->ask)
            f->ask = e->ask - f->change;
        f->change += e->change;
    }
    struct rule r = {.from = a->from, .to = b->to, .line = a->line};
    r.take = ARENA_ARRAY(arena, struct token, first.size);
    r.need = ARENA_ARRAY(arena, struct token, first.size);
    r.give = ARENA_ARRAY(arena, struct change, first.size);
    vector_each(const struct effect *, f, &first) {
        int64_t loss = f->change < 0 ? -f->change : 0;
        if (loss)
            r.take[r.takes++] = (struct token){f->place, (uint32_t)loss};
        if (f->change > 0)
            r.give[r.gives++] = (struct change){f->place, (int32_t)f->change};
        if (f->ask > loss)
            r.need[r.needs++] = (struct token){f->place, (uint32_t)(f->ask - loss)};
    }
    vector_free(&first);
    vector_free(&second);
    return r;
}

static bool useless(const struct rule *r) { return r->from == r->to && !r->gives && is_plain(r); }

static void add_rule(struct contraction *c, struct rule rule)
{
    uint32_t id = c->r->rules.size;
    vector_push(&c->r->rules, rule);
    if (id >= c->dead_capacity)
        c->dead = vector_grow(c->dead, &c->dead_capacity, id + 1, sizeof *c->dead);
    c->dead[id] = false;
    vector_push(&c->in[rule.to], id);
    vector_push(&c->out[rule.from], id);
}

static void clean(struct contraction *c, u32_vector *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (!c->dead[list->data[i]])
            list->data[kept++] = list->data[i];
    list->size = kept;
}

static bool can_contract(struct contraction *c, uint32_t control)
{
    u32_vector *in = &c->in[control], *out = &c->out[control];
    clean(c, in);
    clean(c, out);
    if (!in->size && !out->size)
        return false;
    if ((uint64_t)in->size * out->size > (uint64_t)in->size + out->size)
        return false;
    vector_each(const uint32_t *, i, in)
        if (!is_plain(&c->r->rules.data[*i]) || c->r->rules.data[*i].from == control)
            return false;
    vector_each(const uint32_t *, i, out)
        if (!is_plain(&c->r->rules.data[*i]))
            return false;
    return true;
}

static void contract(struct contraction *c, uint32_t control)
{
    u32_vector in = c->in[control], out = c->out[control]; /* add_rule does not touch these two: it adds elsewhere */
    for (uint32_t i = 0; i < in.size; i++)
        for (uint32_t k = 0; k < out.size; k++) {
            struct rule rule = combine(&c->r->system.arena, &c->r->rules.data[in.data[i]], &c->r->rules.data[out.data[k]]);
            rule.first = in.data[i];
            rule.second = out.data[k];
            if (!useless(&rule))
                add_rule(c, rule);
        }
    struct reduction *r = c->r;
    struct contracted_control done = {control, in.size, out.size, r->ends.size};
    for (uint32_t i = 0; i < in.size; i++) {
        c->dead[in.data[i]] = true;
        vector_push(&r->ends, in.data[i]);
    }
    for (uint32_t k = 0; k < out.size; k++) {
        c->dead[out.data[k]] = true;
        vector_push(&r->ends, out.data[k]);
    }
    if (r->contracted == r->contractions_capacity)
        r->contractions = vector_grow(r->contractions, &r->contractions_capacity, r->contracted + 1, sizeof done);
    r->contractions[r->contracted++] = done;
}

/* The smaller system shares names, initial state and targets with the original. */
static void finish(struct contraction *c)
{
    struct system *t = &c->r->system;
    struct arena arena = t->arena;
    *t = *c->s;
    t->arena = arena;
    memset(&t->rules, 0, sizeof t->rules);
    memset(&t->targets, 0, sizeof t->targets);
    vector_each(const struct target *, x, &c->s->targets)
        vector_push(&t->targets, *x);
    for (uint32_t i = 0; i < c->r->rules.size; i++)
        if (!c->dead[i]) {
            vector_push(&t->rules, c->r->rules.data[i]);
            vector_push(&c->r->number, i);
        }
}

void reduction_make(struct reduction *r, const struct system *s)
{
    *r = (struct reduction){0};
    if (s->controls < 2)
        return;
    struct contraction c = {.s = s, .r = r};
    c.in = NEW_ARRAY(u32_vector, s->controls);
    c.out = NEW_ARRAY(u32_vector, s->controls);
    bool *keep = NEW_ARRAY(bool, s->controls);
    keep[s->init_control] = true;
    vector_each(const struct target *, t, &s->targets)
        keep[t->control] = true;
    vector_each(const struct rule *, x, &s->rules) {
        struct rule copy = *x;
        copy.first = copy.second = NOWHERE;
        add_rule(&c, copy);
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 0; k < s->controls; k++)
            if (!keep[k] && can_contract(&c, k)) {
                contract(&c, k);
                again = true;
            }
    }
    if (r->contracted)
        finish(&c);
    for (uint32_t k = 0; k < s->controls; k++) {
        vector_free(&c.in[k]);
        vector_free(&c.out[k]);
    }
    mem_free(c.in);
    mem_free(c.out);
    mem_free(c.dead);
    mem_free(keep);
}

void reduction_free(struct reduction *r)
{
    system_free(&r->system);
    vector_free(&r->rules);
    vector_free(&r->number);
    vector_free(&r->ends);
    mem_free(r->contractions);
}

/* The rules of the original that `rule` stands for; all but the last have goals that only name the control. */
static void expand(const struct reduction *r, uint32_t rule, const struct state *goal, struct plan *to, struct arena *a)
{
    const struct rule *x = &r->rules.data[rule];
    if (x->first == NOWHERE) {
        vector_push(&to->rules, rule);
        vector_push(&to->goals, goal ? goal : state_make(a, x->to, NULL, 0));
        return;
    }
    expand(r, x->first, NULL, to, a);
    expand(r, x->second, goal, to, a);
}

void reduction_expand(const struct reduction *r, struct plan *plan, struct arena *a)
{
    assert(plan->rules.size == plan->goals.size);
    struct plan to = {.start = plan->start};
    for (uint32_t i = 0; i < plan->rules.size; i++)
        expand(r, r->number.data[plan->rules.data[i]], plan->goals.data[i], &to, a);
    plan_free(plan);
    *plan = to;
}
