#include "cover/proof.h"

#include "base/log.h"

struct making {
    struct search *x;
    struct cover_proof *proof;
    struct upset set;                  /* the states of the proof, minimal */
    bool *used;                        /* by invariant of the pruner */
    VECTOR(const struct state *) work; /* states whose predecessors have not been looked at */
    u32_vector removed;
    bool more_used; /* since the dead rules were last looked at */
    bool complete;
};

static void add_state(struct making *m, const struct state *s)
{
    if (upset_below(&m->set, s) != UPSET_NONE)
        return;
    const struct state *copy = state_copy(&m->proof->arena, s);
    upset_add(&m->set, copy, m->set.elements.size, NULL);
    vector_push(&m->work, copy);
}

/* x is to be in the set. If neither the states nor the weights have it, then the sign analysis has a smaller one. */
static void require(struct making *m, const struct state *x)
{
    if (upset_below(&m->set, x) != UPSET_NONE)
        return;
    const struct pruner *p = m->x->pruner;
    if (!p) {
        m->complete = false;
        return;
    }
    for (int again = 0; again < 2; again++)
        for (uint32_t i = 0; i < p->invariants.size; i++)
            if ((again || m->used[i]) && invariant_excludes(&p->invariants.data[i], x)) {
                m->more_used |= !m->used[i];
                m->used[i] = true;
                return;
            }
    struct state *small = mem_zalloc(sizeof *small + sizeof *small->tokens);
    bool found = !p->sign.reached[x->control];
    if (found)
        state_fill(small, x->control, NULL, 0);
    for (uint32_t i = 0; !found && i < x->size; i++)
        if (!bitset_has(&p->sign.marked[x->control], x->tokens[i].place)) {
            found = true;
            state_fill(small, x->control, &(struct token){x->tokens[i].place, 1}, 1);
        }
    if (found)
        add_state(m, small);
    else
        m->complete = false;
    mem_free(small);
}

static bool require_predecessor(void *context, const struct state *p, uint32_t rule)
{
    (void)rule;
    require(context, p);
    return true;
}

static bool increases_weights(const struct making *m, const struct rule *r)
{
    const struct pruner *p = m->x->pruner;
    for (uint32_t i = 0; i < p->invariants.size; i++)
        if (m->used[i] && !invariant_keeps(&p->invariants.data[i], r))
            return true;
    return false;
}

/* Rules that never fire may increase the weights; that they never fire is then part of the proof. */
static void require_dead_rules(struct making *m)
{
    const struct system *s = m->x->s;
    const struct pruner *p = m->x->pruner;
    for (uint32_t k = 0; k < s->rules.size; k++) {
        const struct rule *r = &s->rules.data[k];
        if (p->sign.alive[k] || !increases_weights(m, r))
            continue;
        VECTOR(struct token) t = {0};
        for (uint32_t i = 0, j = 0; i < r->takes || j < r->needs;) {
            uint32_t a = i < r->takes ? r->take[i].place : NOWHERE, b = j < r->needs ? r->need[j].place : NOWHERE;
            struct token sum = {a < b ? a : b, 0};
            if (a == sum.place)
                sum.count += r->take[i++].count;
            if (b == sum.place)
                sum.count += r->need[j++].count;
            vector_push(&t, sum);
        }
        const struct state *e = state_make(&m->proof->arena, r->from, t.data, t.size);
        require(m, e);
        vector_free(&t);
    }
}

static void copy_weights(struct making *m)
{
    const struct pruner *p = m->x->pruner;
    struct arena *a = &m->proof->arena;
    for (uint32_t i = 0; p && i < p->invariants.size; i++) {
        if (!m->used[i])
            continue;
        const struct cover_invariant *v = &p->invariants.data[i];
        struct cover_invariant copy = {ARENA_ARRAY(a, int32_t, m->x->s->places), ARENA_ARRAY(a, int32_t, m->x->s->controls),
                                       v->bound};
        memcpy(copy.place, v->place, m->x->s->places * sizeof *v->place);
        memcpy(copy.control, v->control, m->x->s->controls * sizeof *v->control);
        vector_push(&m->proof->weights, copy);
    }
}

struct cover_proof *proof_make(struct search *x)
{
    assert(!x->give_up);
    struct making m = {.x = x, .proof = NEW(struct cover_proof), .complete = true};
    if (x->pruner)
        pruner_add_dead(x->pruner);
    uint32_t invariants = x->pruner ? x->pruner->invariants.size : 0;
    m.used = NEW_ARRAY(bool, invariants + 1);
    upset_init(&m.set, x->s);
    upset_each(e, &x->minimal) add_state(&m, e->state);
    vector_each(const struct target *, t, &x->s->targets)
        require(&m, state_make(&m.proof->arena, t->control, t->tokens, t->size));
    bool overflow = false;
    do {
        while (m.work.size) {
            const struct state *s = vector_pop(&m.work);
            pre_each(x->pre, s, require_predecessor, &m, &overflow);
        }
        m.more_used = false;
        if (x->pruner)
            require_dead_rules(&m);
    } while (m.work.size || m.more_used);
    if (!m.complete || overflow)
        fatal("the uncoverability set is not closed under predecessors");
    upset_each(e, &m.set) vector_push(&m.proof->states, e->state);
    copy_weights(&m);
    upset_free(&m.set);
    vector_free(&m.work);
    mem_free(m.used);
    return m.proof;
}

void cover_proof_free(struct cover_proof *p)
{
    if (!p)
        return;
    vector_free(&p->states);
    vector_free(&p->weights);
    arena_release(&p->arena);
    mem_free(p);
}

static void print_state(const struct system *s, const struct state *x, struct text *out)
{
    text_append(out, "state ");
    system_print_control(s, x->control, out);
    text_append(out, " :");
    for (uint32_t i = 0; i < x->size; i++) {
        text_char(out, ' ');
        system_print_place(s, x->tokens[i].place, out);
        text_printf(out, "*%u", x->tokens[i].count);
    }
    text_char(out, '\n');
}

static void print_weights(const struct system *s, const struct cover_invariant *v, struct text *out)
{
    text_printf(out, "weights %lld :", (long long)v->bound);
    for (uint32_t c = 0; c < s->controls; c++)
        if (v->control[c]) {
            text_char(out, ' ');
            system_print_control(s, c, out);
            text_printf(out, "*%d", v->control[c]);
        }
    text_append(out, " :");
    for (uint32_t i = 0; i < s->places; i++)
        if (v->place[i]) {
            text_char(out, ' ');
            system_print_place(s, i, out);
            text_printf(out, "*%d", v->place[i]);
        }
    text_char(out, '\n');
}

void cover_print_proof(const struct system *s, const struct cover_proof *proof, struct text *out)
{
    text_append(out, "# uncoverability set: states above one of these, and states of more than these weights\n"
                     "# state CONTROL : PLACE*COUNT ...      weights BOUND : CONTROL*WEIGHT ... : PLACE*WEIGHT ...\n"
                     "heddle cover proof 1\n");
    vector_each(const struct state *const *, x, &proof->states)
        print_state(s, *x, out);
    vector_each(const struct cover_invariant *, v, &proof->weights)
        print_weights(s, v, out);
    text_printf(out, "end %u %u\n", proof->states.size, proof->weights.size);
}
