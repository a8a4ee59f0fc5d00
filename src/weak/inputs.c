/* A step of a thread with all choices of its inputs. */
#include "weak/search_parts.h"

/* Whether somebody may read what the edge writes to the cell. */
static bool matters(const struct weak_search *f, uint32_t code, uint32_t edge, uint32_t cell)
{
    if (cell_is_shared(&f->program->cells.data[cell]))
        return bitset_has(&f->plan.read, cell);
    uint32_t to = f->program->codes.data[code].edges.data[edge].to;
    return f->program->cells.data[cell].owner != code || bitset_has(&f->plan.codes[code].live[to], cell);
}

/* True: they decide no more than whether the step is possible, so that one choice is as good as another. */
static bool mention(const struct weak_search *f, uint32_t code, uint32_t edge, bool all, struct input_choices *out)
{
    const struct action *a = &f->program->codes.data[code].edges.data[edge].action;
    if (!f->plan.codes[code].edges[edge].has_inputs || unknown_only_copied(f->program, a))
        return true;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (all || matters(f, code, edge, a->updates[i].cell))
            choices_mention(out, a->updates[i].value);
    bool guard_alone = !out->sites.size;
    choices_mention(out, a->guard);
    return guard_alone;
}

void search_steps(struct weak_search *f, const struct partial_thread *t, uint32_t edge, bool all, step_list *out)
{
    uint32_t in = machine_code(f->machine, t->code, t->instance);
    expr guard = f->program->codes.data[in].edges.data[edge].action.guard;
    struct input_choices choices = {0};
    uint32_t before = out->size;
    bool one_is_enough = mention(f, in, edge, all, &choices);
    unknown_used(f, t, guard);
    choices_begin(&choices);
    do {
        struct trace_step step = {t->code, t->instance, in, edge, NULL, choices.sites.size};
        if (choices.sites.size)
            step.inputs = ARENA_ARRAY(&f->result->arena, struct trace_input, choices.sites.size);
        for (uint32_t i = 0; i < choices.sites.size; i++) {
            const struct input_choice *c = &choices.sites.data[i];
            step.inputs[i] = (struct trace_input){c->site, c->values.data[c->at]};
        }
        if (machine_eval(f->machine, t->code, t->instance, guard, &step))
            vector_push(out, step);
    } while (!(one_is_enough && out->size > before) && choices_next(&choices));
    if (choices.sites.size && !choices.complete && !(one_is_enough && out->size > before))
        search_incomplete(f, "not all inputs were tried");
    choices_free(&choices);
}
