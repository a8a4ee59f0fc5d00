/* What is kept of a thread between its interpretations. */
#include "engines/flow/analysis.h"

void view_init(struct flow *f, struct interpreted *in, uint32_t thread, const struct bitset *cells)
{
    assert(thread < f->threads->threads.size);
    const struct thread *th = &f->threads->threads.data[thread];
    const struct code *c = &f->program->codes.data[th->code];
    struct value self = value_unsigned(SELF_WIDTH, c->first_id, UINT32_MAX);
    if (th->number != NONE)
        self = value_const(SELF_WIDTH, c->first_id + th->number);
    else if (c->instances != UNBOUNDED)
        self = value_unsigned(SELF_WIDTH, c->first_id, c->first_id + c->instances - 1);
    in->thread = thread;
    in->space = space_new(f->program, cells, self, &f->pool, f->instances, f->domain);
    if (f->domain)
        f->domain->space_init(in->space);
    in->global = NEW_ARRAY(uint32_t, in->space->shared_count + 1);
    in->local = NEW_ARRAY(uint32_t, f->shared->variables.size + 1);
    for (uint32_t v = 0; v < f->shared->variables.size; v++)
        in->local[v] = NONE;
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        const struct variable *x = &in->space->variables.data[v];
        in->global[v] = f->shared->first[x->cell] + (uint32_t)x->slot;
        in->local[in->global[v]] = v;
    }
}

void view_free(struct interpreted *in)
{
    mem_free(in->global);
    mem_free(in->local);
    space_free(in->space);
}

void interpreted_init(struct flow *f, uint32_t thread, const struct bitset *cells)
{
    assert(thread < f->threads->threads.size);
    struct interpreted *in = &f->interpreted[thread];
    const struct code *c = &f->program->codes.data[f->threads->threads.data[thread].code];
    view_init(f, in, thread, cells);
    in->at = NEW_ARRAY(partitions, c->locations.size + 1);
    in->merged = NEW_ARRAY(bool, c->locations.size + 1);
    interpreted_reset(f, thread);
}

void interpreted_reset(struct flow *f, uint32_t thread)
{
    assert(thread < f->threads->threads.size);
    struct interpreted *in = &f->interpreted[thread];
    abstract_free(in->space, in->entry);
    mem_free(in->entry_last);
    in->entry = NULL;
    in->entry_last = NULL;
    in->entry_changes = 0;
    in->dirty = false;
    const struct thread *th = &f->threads->threads.data[thread];
    for (uint32_t l = 0; l < f->program->codes.data[th->code].locations.size; l++)
        partitions_free(in->space, &in->at[l]);
    if (th->creators.size)
        return;
    in->entry = abstract_initial(in->space); /* main, and whatever is not known to wait for its creation */
    in->entry_last = NEW_ARRAY(uint32_t, in->space->shared_count + 1);
    for (uint32_t v = 0; v < in->space->shared_count; v++)
        in->entry_last[v] = set_single(f, EVENT_INIT);
    in->dirty = true;
}

void interpreted_free(struct flow *f, uint32_t thread)
{
    assert(thread < f->threads->threads.size);
    struct interpreted *in = &f->interpreted[thread];
    if (!in->space)
        return;
    const struct code *c = &f->program->codes.data[f->threads->threads.data[thread].code];
    for (uint32_t l = 0; l < c->locations.size; l++)
        partitions_free(in->space, &in->at[l]);
    mem_free(in->at);
    mem_free(in->merged);
    mem_free(in->settled);
    clusters_free(in->clusters);
    mem_free(in->entry_last);
    abstract_free(in->space, in->entry);
    view_free(in);
}
