#include "cover/known.h"

#include "cover/oracle.h"

void known_init(struct known *k, const struct system *s, struct oracle *oracle)
{
    *k = (struct known){.s = s, .oracle = oracle};
    k->by_control = NEW_ARRAY(u32_vector, s->controls);
    k->single = NEW_ARRAY(struct bitset, s->controls);
    k->reached = NEW_ARRAY(bool, s->controls);
    k->reached[s->init_control] = true;
    for (uint32_t p = 0; p < s->places; p++)
        if (s->init_unbounded[p] || system_init_count(s, p))
            bitset_add(&k->single[s->init_control], p);
}

void known_free(struct known *k)
{
    for (uint32_t c = 0; k->by_control && c < k->s->controls; c++)
        vector_free(&k->by_control[c]), bitset_free(&k->single[c]);
    mem_free(k->by_control);
    mem_free(k->single);
    mem_free(k->reached);
    vector_free(&k->entries);
    arena_release(&k->arena);
}

static const struct known_entry *entry_above(const struct known *k, const struct state *p)
{
    const u32_vector *list = &k->by_control[p->control];
    for (uint32_t i = list->size; i--;)
        if (state_within(p, k->entries.data[list->data[i]].state))
            return &k->entries.data[list->data[i]];
    return NULL;
}

bool known_coverable(const struct known *k, const struct state *p)
{
    assert(p->control < k->s->controls);
    return state_initial(k->s, p) || entry_above(k, p);
}

static void add(struct known *k, struct known_entry e)
{
    u32_vector *list = &k->by_control[e.state->control];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (!state_within(k->entries.data[list->data[i]].state, e.state))
            list->data[kept++] = list->data[i];
    list->size = kept;
    k->reached[e.state->control] = true;
    for (uint32_t i = 0; i < e.state->size; i++)
        bitset_add(&k->single[e.state->control], e.state->tokens[i].place);
    vector_push(list, k->entries.size);
    vector_push(&k->entries, e);
}

void known_derive(struct known *k, const struct state *p, const struct state *before, uint32_t rule)
{
    assert(known_coverable(k, before) && rule < k->s->rules.size);
    if (known_coverable(k, p))
        return;
    const struct known_entry *e = state_initial(k->s, before) ? NULL : entry_above(k, before);
    uint32_t reason = e ? (uint32_t)(e - k->entries.data) : NOWHERE;
    add(k, (struct known_entry){state_copy(&k->arena, p), NOWHERE, state_copy(&k->arena, before), rule, reason});
}

static bool covers_target(const struct known *k, const struct state *s)
{
    vector_each(const struct target *, t, &k->s->targets)
        if (t->control == s->control && tokens_within(t->tokens, t->size, s->tokens, s->size))
            return true;
    return false;
}

/* Worth keeping: covers a place alone for the first time, or a target, or there is room. */
static bool news(const struct known *k, const struct state *s)
{
    if (!k->reached[s->control])
        return true;
    for (uint32_t i = 0; i < s->size; i++)
        if (!bitset_has(&k->single[s->control], s->tokens[i].place))
            return true;
    return k->by_control[s->control].size < KNOWN_MAX || covers_target(k, s);
}

bool known_refresh(struct known *k, uint64_t work)
{
    if (!k->oracle)
        return false;
    oracle_turn(k->oracle, work);
    uint32_t before = k->fetched;
    const struct state *s;
    uint32_t node;
    while (oracle_fetch(k->oracle, k->fetched, &s, &node)) {
        k->fetched++;
        if (news(k, s) && !entry_above(k, s))
            add(k, (struct known_entry){s, node, NULL, NOWHERE, NOWHERE});
    }
    return k->fetched > before;
}

static bool plan_entry(const struct known *k, uint32_t entry, const struct state *p, struct plan *plan)
{
    if (entry == NOWHERE) {
        plan->start = p;
        return true;
    }
    const struct known_entry *e = &k->entries.data[entry];
    if (e->node != NOWHERE)
        return oracle_plan(k->oracle, e->node, p, plan);
    if (!plan_entry(k, e->reason, e->before, plan))
        return false;
    vector_push(&plan->rules, e->rule);
    vector_push(&plan->goals, e->state);
    return true;
}

bool known_plan(const struct known *k, const struct state *p, struct plan *plan)
{
    assert(known_coverable(k, p) && !plan->rules.size);
    const struct known_entry *e = state_initial(k->s, p) ? NULL : entry_above(k, p);
    return plan_entry(k, e ? (uint32_t)(e - k->entries.data) : NOWHERE, p, plan);
}
