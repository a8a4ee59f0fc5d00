#include "weak/axioms.h"

#include "weak/relation.h"

struct relations {
    const struct execution *x;
    uint32_t n;
    struct event_relation po, rf, mo, fr, hb, eco;
};

static const struct weak_event *event_at(const struct relations *r, uint32_t i) { return &r->x->events.data[i]; }

static bool same_location(const struct relations *r, uint32_t a, uint32_t b)
{
    return event_at(r, a)->location != NONE && event_at(r, a)->location == event_at(r, b)->location;
}

/* --- what the execution says --- */

static void make_po(struct relations *r)
{
    r->po = relation_new(r->n);
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++) {
            uint32_t s = event_at(r, a)->thread, t = event_at(r, b)->thread;
            if ((s == NONE && t != NONE) || (s != NONE && s == t && a < b))
                relation_add(&r->po, a, b);
        }
}

static void make_communication(struct relations *r)
{
    r->rf = relation_new(r->n);
    r->mo = relation_new(r->n);
    r->fr = relation_new(r->n);
    vector_each(const u32_vector *, o, &r->x->order)
        for (uint32_t i = 0; i < o->size; i++)
            for (uint32_t k = i + 1; k < o->size; k++)
                relation_add(&r->mo, o->data[i], o->data[k]);
    for (uint32_t e = 0; e < r->n; e++) {
        if (!event_reads(event_at(r, e)))
            continue;
        uint32_t w = event_at(r, e)->from;
        relation_add(&r->rf, w, e);
        for (uint32_t b = 0; b < r->n; b++)
            if (b != e && relation_has(&r->mo, w, b))
                relation_add(&r->fr, e, b);
    }
    r->eco = relation_new(r->n);
    relation_unite(&r->eco, &r->rf);
    relation_unite(&r->eco, &r->mo);
    relation_unite(&r->eco, &r->fr);
    relation_close(&r->eco);
}

/* --- happens before --- */

static bool is_fence(const struct relations *r, uint32_t i) { return event_at(r, i)->kind == EVENT_FENCE; }
static bool is_plain_or_initial(const struct relations *r, uint32_t i)
{
    return event_at(r, i)->kind == EVENT_INITIAL || event_at(r, i)->order == ORDER_PLAIN;
}

/* From a write to what continues its release sequence, itself included: rs = [W]; po-loc?; [W, atomic]; (rf; rmw)*, where the second
 * part is left out without stores. */
static struct event_relation release_sequences(const struct relations *r, bool stores)
{
    struct event_relation chain = relation_new(r->n), rs = relation_new(r->n);
    for (uint32_t e = 0; e < r->n; e++)
        if (event_at(r, e)->kind == EVENT_UPDATE)
            relation_add(&chain, event_at(r, e)->from, e);
    relation_close(&chain);
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++) {
            bool continues = a == b || (stores && relation_has(&r->po, a, b) && same_location(r, a, b));
            bool writes = event_writes(event_at(r, a)) && event_writes(event_at(r, b)) && !is_plain_or_initial(r, b);
            if (continues && writes)
                relation_add(&rs, a, b);
        }
    relation_then_maybe(&rs, &chain);
    relation_free(&chain);
    return rs;
}

/* sw = [release]; ([F]; po)?; rs; rf; [R, atomic]; (po; [F])?; [acquire] */
static struct event_relation synchronises(const struct relations *r, bool stores)
{
    struct event_relation rs = release_sequences(r, stores), reads = relation_new(r->n), left = relation_new(r->n);
    struct event_relation sw = relation_new(r->n), right = relation_new(r->n);
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++) {
            bool releases = order_releases(event_at(r, a)->order) && event_at(r, a)->kind != EVENT_INITIAL;
            bool acquires = order_acquires(event_at(r, b)->order);
            bool through = relation_has(&r->po, a, b);
            if (releases && event_writes(event_at(r, b)) && (a == b || (is_fence(r, a) && through)))
                relation_add(&left, a, b);
            if (acquires && event_reads(event_at(r, a)) && (a == b || (is_fence(r, b) && through)))
                relation_add(&right, a, b);
            if (relation_has(&r->rf, a, b) && !is_plain_or_initial(r, b))
                relation_add(&reads, a, b);
        }
    struct event_relation one = relation_compose(&left, &rs), two = relation_compose(&one, &reads);
    struct event_relation whole = relation_compose(&two, &right);
    relation_unite(&sw, &whole);
    struct event_relation *all[] = {&rs, &reads, &left, &right, &one, &two, &whole};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        relation_free(all[i]);
    return sw;
}

static void make_hb(struct relations *r, bool stores)
{
    r->hb = synchronises(r, stores);
    relation_unite(&r->hb, &r->po);
    relation_close(&r->hb);
}

/* --- axioms --- */

static bool is_coherent(const struct relations *r)
{
    struct event_relation cycle = relation_compose(&r->hb, &r->eco);
    bool good = relation_irreflexive(&r->hb) && relation_irreflexive(&r->eco) && relation_irreflexive(&cycle);
    relation_free(&cycle);
    return good;
}

/* Nothing comes between what an update reads and what it writes. */
static bool is_atomic(const struct relations *r)
{
    for (uint32_t e = 0; e < r->n; e++)
        if (event_at(r, e)->kind == EVENT_UPDATE && execution_place(r->x, event_at(r, e)->from) + 1 != execution_place(r->x, e))
            return false;
    return true;
}

static bool acyclic_together(const struct relations *r, const struct event_relation *const *parts, uint32_t count)
{
    struct event_relation all = relation_new(r->n);
    for (uint32_t i = 0; i < count; i++)
        relation_unite(&all, parts[i]);
    relation_close(&all);
    bool good = relation_irreflexive(&all);
    relation_free(&all);
    return good;
}

/* scb = po + po-not-loc; hb; po-not-loc + hb-loc + mo + fr */
static struct event_relation sequential_before(const struct relations *r)
{
    struct event_relation scb = relation_new(r->n), far = relation_new(r->n);
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++) {
            bool silent = event_is_silent(event_at(r, a)) || event_is_silent(event_at(r, b));
            if (relation_has(&r->po, a, b) && !same_location(r, a, b) && !silent)
                relation_add(&far, a, b);
            if (relation_has(&r->hb, a, b) && same_location(r, a, b))
                relation_add(&scb, a, b);
        }
    struct event_relation one = relation_compose(&far, &r->hb), two = relation_compose(&one, &far);
    relation_unite(&scb, &two);
    relation_unite(&scb, &r->po);
    relation_unite(&scb, &r->mo);
    relation_unite(&scb, &r->fr);
    relation_free(&far);
    relation_free(&one);
    relation_free(&two);
    return scb;
}

static bool is_seq_cst(const struct relations *r, uint32_t e)
{
    return event_at(r, e)->kind != EVENT_INITIAL && event_at(r, e)->order == ORDER_SEQ_CST;
}

/* psc = ([E.sc] + [F.sc]; hb?); scb; ([E.sc] + hb?; [F.sc])  +  [F.sc]; (hb + hb; eco; hb); [F.sc] is acyclic. */
static bool seq_cst_holds(const struct relations *r)
{
    uint32_t seq_cst = 0;
    for (uint32_t e = 0; e < r->n; e++)
        seq_cst += is_seq_cst(r, e);
    if (seq_cst < 2)
        return true;
    struct event_relation scb = sequential_before(r), left = relation_new(r->n), right = relation_new(r->n);
    for (uint32_t e = 0; e < r->n; e++)
        for (uint32_t f = 0; f < r->n; f++) {
            bool step = e == f || relation_has(&r->hb, e, f);
            if (is_seq_cst(r, e) && (e == f || (is_fence(r, e) && step)))
                relation_add(&left, e, f);
            if (is_seq_cst(r, f) && (e == f || (is_fence(r, f) && step)))
                relation_add(&right, e, f);
        }
    struct event_relation one = relation_compose(&left, &scb), psc = relation_compose(&one, &right);
    struct event_relation two = relation_compose(&r->hb, &r->eco), fences = relation_compose(&two, &r->hb);
    relation_unite(&fences, &r->hb);
    for (uint32_t e = 0; e < r->n; e++)
        for (uint32_t f = 0; f < r->n; f++)
            if (relation_has(&fences, e, f) && is_fence(r, e) && is_fence(r, f) && is_seq_cst(r, e) && is_seq_cst(r, f))
                relation_add(&psc, e, f);
    bool good = acyclic_together(r, (const struct event_relation *const[]){&psc}, 1);
    struct event_relation *all[] = {&scb, &left, &right, &one, &psc, &two, &fences};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        relation_free(all[i]);
    return good;
}

static bool rc11_holds(const struct relations *r)
{
    return is_coherent(r) && acyclic_together(r, (const struct event_relation *const[]){&r->po, &r->rf}, 2) && seq_cst_holds(r);
}

/* --- TSO --- */

static bool drains(const struct weak_event *e)
{
    return e->kind == EVENT_UPDATE || e->is_locked ||
           ((e->kind == EVENT_WRITE || e->kind == EVENT_FENCE) && e->order == ORDER_SEQ_CST);
}

/* A store may be seen by others after the loads that follow it, unless something between them drains the buffer. Other fences order
 * nothing that is not in order anyway. */
static bool stays_in_order(const struct relations *r, uint32_t a, uint32_t b)
{
    if ((is_fence(r, a) && !drains(event_at(r, a))) || (is_fence(r, b) && !drains(event_at(r, b))) ||
        event_is_silent(event_at(r, a)) || event_is_silent(event_at(r, b)))
        return false;
    if (event_at(r, a)->kind != EVENT_WRITE || event_at(r, b)->kind != EVENT_READ)
        return true;
    for (uint32_t e = a; e < b; e++)
        if (event_at(r, e)->thread == event_at(r, a)->thread && drains(event_at(r, e)))
            return true;
    return false;
}

static bool tso_holds(const struct relations *r)
{
    struct event_relation ppo = relation_new(r->n), external = relation_new(r->n), same = relation_new(r->n);
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++) {
            bool po = relation_has(&r->po, a, b);
            if (po && stays_in_order(r, a, b))
                relation_add(&ppo, a, b);
            if (po && same_location(r, a, b))
                relation_add(&same, a, b);
            if (relation_has(&r->rf, a, b) && event_at(r, a)->thread != event_at(r, b)->thread)
                relation_add(&external, a, b);
        }
    bool good = acyclic_together(r, (const struct event_relation *const[]){&same, &r->eco}, 2) &&
                acyclic_together(r, (const struct event_relation *const[]){&ppo, &external, &r->mo, &r->fr}, 4);
    relation_free(&ppo);
    relation_free(&external);
    relation_free(&same);
    return good;
}

/* --- ends of objects --- */

/* Whether the object ends at e, and does not begin again between e and l. */
static bool is_end_for(const struct relations *r, uint32_t e, uint32_t l)
{
    if (event_at(r, e)->kind != EVENT_END || e == l || !same_location(r, e, l))
        return false;
    for (uint32_t b = 0; b < r->n; b++)
        if (event_at(r, b)->kind == EVENT_BEGIN && same_location(r, b, l) && relation_has(&r->hb, e, b) &&
            relation_has(&r->hb, b, l))
            return false;
    return true;
}

static bool asks_for_end(const struct weak_event *e) { return e->kind == EVENT_LOOK || e->kind == EVENT_END; }

/* Who asks whether an object has ended is told so if an end happens before. */
static bool lives_hold(const struct relations *r)
{
    for (uint32_t l = 0; l < r->n; l++) {
        bool ended = false;
        for (uint32_t e = 0; e < r->n && asks_for_end(event_at(r, l)); e++)
            ended |= is_end_for(r, e, l) && relation_has(&r->hb, e, l);
        if (asks_for_end(event_at(r, l)) && ended != event_at(r, l)->read)
            return false;
    }
    return true;
}

/* --- answers --- */

static struct relations relations_make(const struct execution *x, bool stores)
{
    struct relations r = {.x = x, .n = x->events.size};
    make_po(&r);
    make_communication(&r);
    make_hb(&r, stores);
    return r;
}

static void relations_free(struct relations *r)
{
    struct event_relation *all[] = {&r->po, &r->rf, &r->mo, &r->fr, &r->hb, &r->eco};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        relation_free(all[i]);
}

bool execution_allowed(const struct execution *x, enum memory_model model)
{
    assert(execution_valid(x));
    struct relations r = relations_make(x, model == MODEL_C11_STORES);
    bool good = is_atomic(&r) && (model == MODEL_TSO || lives_hold(&r));
    if (good && model == MODEL_SC)
        good = acyclic_together(&r, (const struct event_relation *const[]){&r.po, &r.eco}, 2);
    else if (good && model == MODEL_TSO)
        good = tso_holds(&r);
    else if (good)
        good = rc11_holds(&r);
    relations_free(&r);
    return good;
}

static struct event_relation happens_before_relation(const struct execution *x, bool stores)
{
    struct relations r = relations_make(x, stores);
    struct event_relation hb = r.hb;
    r.hb = relation_new(0);
    relations_free(&r);
    return hb;
}

static bool conflict(const struct weak_event *e, const struct weak_event *f)
{
    bool writes = event_writes(e) || event_writes(f) || e->touches_as_write || f->touches_as_write;
    bool atomic = e->order != ORDER_PLAIN && f->order != ORDER_PLAIN;
    return e->location != NONE && e->location == f->location && writes && !atomic && e->thread != f->thread && e->thread != NONE &&
           f->thread != NONE;
}

static bool are_accesses(const struct weak_event *e, const struct weak_event *f, uint32_t a, uint32_t b)
{
    return (e->access == a && f->access == b) || (e->access == b && f->access == a);
}

bool execution_races(const struct execution *x, bool stores, uint32_t access_a, uint32_t access_b)
{
    assert(execution_valid(x));
    struct event_relation hb = happens_before_relation(x, stores);
    bool found = false;
    for (uint32_t i = 0; i < x->events.size && !found; i++)
        for (uint32_t k = 0; k < i && !found; k++) {
            const struct weak_event *e = &x->events.data[i], *f = &x->events.data[k];
            bool asked = access_a == NONE || are_accesses(e, f, access_a, access_b);
            found = asked && conflict(e, f) && !relation_has(&hb, i, k) && !relation_has(&hb, k, i);
        }
    relation_free(&hb);
    return found;
}

bool execution_outlives(const struct execution *x, bool stores, uint32_t check)
{
    assert(execution_valid(x));
    struct relations r = relations_make(x, stores);
    bool found = false;
    for (uint32_t l = 0; l < r.n; l++)
        for (uint32_t e = 0; e < r.n && asks_for_end(event_at(&r, l)) && event_at(&r, l)->check == check; e++)
            found |= is_end_for(&r, e, l) && !relation_has(&r.hb, l, e);
    relations_free(&r);
    return found;
}
