/* See unfolding.h. Main is unrolled first: what it leaves when it creates the first thread is the memory that others start from. */
#include "engines/bounded/postponable.h"
#include "engines/bounded/unroll.h"
#include "facts/creation.h"

/* Memory when the others begin: whichever end of main's solo part was taken. */
static void set_start_memory(struct unfolding *u)
{
    u->start_memory = ARENA_ARRAY(&u->arena, const void *, u->shared_count + 1);
    vector_each(const struct cell *, c, &u->program->cells) {
        if (c->dropped || c->owner != NONE)
            continue;
        uint32_t p = u->place[c->id];
        const void *held = NULL;
        vector_each(const struct arrival *, a, &u->solo_ends) {
            if (!held)
                held = a->env[p];
            else if (cell_is_array(c))
                held = array_choice(&u->contents, a->x, a->env[p], held);
            else
                held = word_mux(&u->blaster, a->x, a->env[p], held, c->width);
        }
        if (!held)
            held = cell_is_array(c) ? (const void *)array_base(&u->contents, ARRAY_INITIAL, c->id, NONE)
                                    : contents_initial(&u->contents, c->id, NONE, NULL);
        u->start_memory[p] = held;
    }
}

word unfolding_start_value(struct unfolding *u, uint32_t cell, word index)
{
    const void *held = u->start_memory[u->place[cell]];
    return index ? array_read(&u->contents, held, index, NULL, NULL) : held;
}

/* --- the whole --- */

static bool group_valid(const struct unfolding *u, uint32_t number)
{
    const struct group *g = &u->groups.data[number];
    if (g->instance >= u->instances.size || (!g->final && u->nodes.data[g->node].instance != g->instance))
        return false;
    vector_each(const uint32_t *, r, &g->reads)
        if (*r >= u->reads.size || u->reads.data[*r].group != number)
            return false;
    vector_each(const uint32_t *, w, &g->writes)
        if (*w >= u->writes.size || u->writes.data[*w].group != number)
            return false;
    return true;
}

bool unfolding_valid(const struct unfolding *u)
{
    vector_each(const struct unrolled_node *, n, &u->nodes)
        if (n->instance >= u->instances.size || (n->group != NONE && n->group >= u->groups.size) ||
            n->first_step + (uint64_t)n->step_count > u->steps.size)
            return false;
    vector_each(const struct unrolled_step *, s, &u->steps)
        if (s->from >= u->nodes.size || s->from == s->to || (s->to != NONE && s->to >= u->nodes.size))
            return false;
    for (uint32_t g = 0; g < u->groups.size; g++)
        if (!group_valid(u, g))
            return false;
    vector_each(const struct read *, r, &u->reads)
        if (!r->value || (r->index != NULL) != cell_is_array(&u->program->cells.data[r->cell]))
            return false;
    vector_each(const struct unrolled_write *, w, &u->writes)
        if (!w->value || (w->index != NULL) != cell_is_array(&u->program->cells.data[w->cell]))
            return false;
    return true;
}

struct unfolding *unfolding_new(const struct program *p, struct bound bound, const struct known_bits *given,
                                const struct budget *budget)
{
    struct unfolding *u = NEW(struct unfolding);
    u->program = p;
    u->bound = bound;
    u->circuit = circuit_new();
    u->blaster = (struct blaster){u->circuit, &u->arena};
    u->counts = NEW_ARRAY(uint32_t, p->codes.size + 1);
    u->place = NEW_ARRAY(uint32_t, p->cells.size + 1);
    for (uint32_t t = 0; t < p->template_count; t++) {
        uint32_t declared = p->codes.data[t].instances;
        u->counts[t] = declared == UNBOUNDED ? bound.instances : declared;
        for (uint32_t n = 0; n < u->counts[t]; n++)
            vector_push(&u->instances, (struct instance){t, n});
    }
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped && c->owner == NONE)
            u->place[c->id] = u->shared_count++;
    uint32_t *used = NEW_ARRAY(uint32_t, p->codes.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped && c->owner != NONE)
            u->place[c->id] = u->shared_count + used[c->owner]++;
    mem_free(used);
    u->contents = (struct contents){.program = p,
                                    .blaster = &u->blaster,
                                    .counts = u->counts,
                                    .slots = ARENA_ARRAY(&u->arena, struct slots, p->cells.size + 1)};
    u->given = given;
    u->known = NEW_ARRAY(struct known_bits, p->cells.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        u->contents.slots[c->id] = slots_of(c);
    u->postponable = NEW_ARRAY(struct bitset, p->codes.size + 1);
    if (!bound.accesses && !bound.stops && !bound.plan)
        postponable_find(p, u->postponable);
    bool solo = others_wait(p);
    for (uint32_t i = 0; i < u->instances.size && !u->too_large; i++) {
        unroll_instance(u, i, solo && i == 0, budget);
        if (i == 0)
            set_start_memory(u);
    }
    assert(u->too_large || unfolding_valid(u));
    return u;
}

void unfolding_free(struct unfolding *u)
{
    if (!u)
        return;
    vector_each(struct group *, g, &u->groups) {
        vector_free(&g->reads);
        vector_free(&g->writes);
        bitset_free(&g->past);
        bitset_free(&g->sure);
    }
    vector_each(struct arrival *, a, &u->solo_ends)
        mem_free(a->env);
    vector_each(struct unrolled_node *, n, &u->nodes)
        mem_free(n->env);
    contents_free(&u->contents);
    circuit_free(u->circuit);
    arena_release(&u->arena);
    for (uint32_t c = 0; c < u->program->codes.size; c++)
        bitset_free(&u->postponable[c]);
    mem_free(u->postponable);
    mem_free(u->counts);
    mem_free(u->known);
    mem_free(u->place);
    vector_free(&u->instances);
    vector_free(&u->nodes);
    vector_free(&u->steps);
    vector_free(&u->groups);
    vector_free(&u->reads);
    vector_free(&u->writes);
    vector_free(&u->errors);
    vector_free(&u->unsupported);
    vector_free(&u->cuts);
    vector_free(&u->inputs);
    vector_free(&u->accesses);
    vector_free(&u->events);
    vector_free(&u->stops);
    vector_free(&u->halts);
    vector_free(&u->required);
    vector_free(&u->stored);
    vector_free(&u->solo_ends);
    intern_free(&u->keys);
    mem_free(u);
}
