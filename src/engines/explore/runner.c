#include "engines/explore/runner.h"

#include "execute/model.h"

enum { INLINE_SLOTS = 1 << 20, DEPTH = 1 << 17, SECTION_STEPS = 100000000 };

struct runner {
    struct model *model;
    uint64_t *state, *saved; /* saved: as it was when the current section was entered */
    uint64_t seed, steps;
    bool halted, too_deep;
};

static uint64_t next_random(struct runner *r)
{
    uint64_t x = r->seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

struct runner *runner_new(const struct program *p, uint32_t unbounded, uint64_t seed)
{
    struct runner *r = NEW(struct runner);
    r->model = model_new(p, unbounded, (struct model_options){.inline_slots = INLINE_SLOTS, .input_limit = 1, .in_place = true});
    r->model->vm.depth_limit = DEPTH;
    r->state = NEW_ARRAY(uint64_t, r->model->layout->words + 1);
    r->saved = NEW_ARRAY(uint64_t, r->model->layout->words + 1);
    r->seed = seed;
    model_initial(r->model, r->state);
    return r;
}

void runner_free(struct runner *r)
{
    if (!r)
        return;
    model_free(r->model);
    mem_free(r->state);
    mem_free(r->saved);
    mem_free(r);
}

/* Takes one edge of the instance, the first that is possible. */
static bool one_step(struct runner *r, uint32_t i)
{
    struct model *m = r->model;
    const struct model_location *l = model_location(m, i, r->state);
    if (l->is_return) {
        model_return(m, i, l->code, r->state, r->state);
        r->steps++;
        return true;
    }
    for (uint32_t k = 0; k < l->edge_count; k++) {
        const struct model_edge *e = &l->edges[k];
        for (uint32_t j = 0; j < e->body.input_count; j++)
            m->vm.registers[j] = r->seed ? next_random(r) & width_mask(e->body.inputs[j].width) : 0;
        enum vm_result result = vm_run(&m->vm, e->body.code, r->state, r->state);
        r->too_deep = r->too_deep || result == VM_TOO_DEEP;
        if (result != VM_TAKEN)
            continue;
        r->halted = e->kind == ACT_HALT;
        r->steps++;
        return true;
    }
    return false;
}

static bool in_section(const struct runner *r, uint32_t i)
{
    return model_in_section(r->model, i, r->state, model_location(r->model, i, r->state)->flags);
}

/* One step, and the rest of the section if it enters one; if that blocks, it was not entered. */
static bool step(struct runner *r, uint32_t i)
{
    size_t bytes = r->model->layout->words * sizeof(uint64_t);
    const struct model_location *l = model_location(r->model, i, r->state);
    bool may_enter = r->model->layout->instances[i].calls;
    for (uint32_t k = 0; k < l->edge_count; k++)
        may_enter = may_enter || l->edges[k].to_flags & LOC_ATOMIC;
    bool undo = may_enter && r->model->layout->instance_count > 1;
    if (undo)
        memcpy(r->saved, r->state, bytes);
    if (!one_step(r, i))
        return false;
    if (!may_enter)
        return true;
    for (uint64_t n = 0; !r->halted && in_section(r, i); n++)
        if (n > SECTION_STEPS || !one_step(r, i)) {
            if (undo)
                memcpy(r->state, r->saved, bytes);
            return false;
        }
    return true;
}

static enum run_end end_of(const struct runner *r)
{
    const struct layout *l = r->model->layout;
    bool all_ended = true;
    for (uint32_t i = 0; i < l->instance_count; i++) {
        const struct model_location *at = model_location(r->model, i, r->state);
        if (at->flags & LOC_ERROR)
            return RUN_VIOLATED;
        if (at->flags & LOC_UNSUPPORTED)
            return RUN_UNSUPPORTED;
        bool ended = (!at->edge_count && !at->is_return) || at->waits_to_start;
        all_ended = all_ended && ended;
    }
    return all_ended ? RUN_ENDED : r->too_deep ? RUN_TOO_DEEP : RUN_BLOCKED;
}

static bool stopped(const struct runner *r, uint32_t i)
{
    return model_location(r->model, i, r->state)->flags & (LOC_ERROR | LOC_UNSUPPORTED);
}

/* A round: every instance (or one that is drawn) goes on. True if some instance moved. */
static bool round_of(struct runner *r, uint64_t limit, const struct budget *budget, bool *end, const char **why)
{
    uint32_t n = r->model->layout->instance_count;
    bool moved = false;
    for (uint32_t k = 0; k < n && !*end; k++) {
        uint32_t i = r->seed ? (uint32_t)(next_random(r) % n) : k;
        uint64_t turn = r->seed ? 1 + next_random(r) % 8 : UINT64_MAX;
        while (turn-- && !*end && step(r, i)) {
            moved = true;
            *end = r->halted || stopped(r, i) || r->steps >= limit ||
                   (r->steps % 1024 == 0 && (*why = limit_words(budget_spent(budget))));
        }
    }
    return moved;
}

enum run_end runner_run(struct runner *r, uint64_t steps, const struct budget *budget, const char **why)
{
    uint64_t limit = steps > UINT64_MAX - r->steps ? UINT64_MAX : r->steps + steps;
    const char *reason = NULL;
    bool end = false;
    for (uint32_t idle = 0; !end && idle < (r->seed ? 64 : 1);)
        idle = round_of(r, limit, budget, &end, &reason) ? 0 : idle + 1;
    if (reason) {
        if (why)
            *why = reason;
        return RUN_OUT_OF_BUDGET;
    }
    if (r->halted)
        return RUN_HALTED;
    enum run_end e = end_of(r);
    return e == RUN_BLOCKED && end ? RUN_OUT_OF_STEPS : e;
}

uint64_t runner_steps(const struct runner *r) { return r->steps; }

uint64_t runner_read(const struct runner *r, uint32_t cell, uint64_t index)
{
    const struct layout *l = r->model->layout;
    const struct cell *c = &l->program->cells.data[cell];
    uint64_t slot = cell_is_array(c) ? slotter_slot(&l->slotters[cell], index) : 0;
    return slot == NONE64 ? 0 : place_read(&r->model->vm, layout_place(l, 0, cell), c->arbitrary ? 0 : c->init, r->state, slot);
}

void runner_position(const struct runner *r, uint32_t code, uint32_t instance, uint32_t *in_code, uint32_t *location)
{
    for (uint32_t i = 0; i < r->model->layout->instance_count; i++)
        if (r->model->layout->instances[i].code == code && r->model->layout->instances[i].number == instance) {
            const struct model_location *at = model_location(r->model, i, r->state);
            *in_code = at->code;
            *location = at->location;
        }
}
