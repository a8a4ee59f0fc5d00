/* The facts of the engine wide from beginning to end, and ways through a program for its reports. */
#include "engines/wide/batches.h"

#include "base/text.h"

/* Records that belong to the thread whose id is in them. */
static void find_owners(struct wide *w)
{
    bool any = false;
    vector_each(const struct outline_step *, s, &w->outline->steps)
        any |= s->kind == OUTLINE_ACCESS && s->owner != NONE;
    if (!any)
        return;
    struct outline_threads t;
    outline_threads_find(&t, w->outline);
    outline_owners_find(&w->owners, &t);
    outline_threads_free(&t);
}

struct wide *wide_begin(const struct outline *o)
{
    struct wide *w = NEW(struct wide);
    w->outline = o;
    wide_threads(w);
    wide_batches(w);
    wide_loads(w, false);
    wide_order(w);
    wide_sharing(w);
    wide_fresh(w);
    wide_arguments(w);
    wide_loads(w, true);
    wide_targets(w);
    wide_locks(w);
    find_owners(w);
    wide_lists(w);
    wide_trees(w);
    return w;
}

void wide_end(struct wide *w)
{
    wide_batches_free(w);
    wide_order_free(w->order);
    wide_locks_free(w->locks);
    wide_fresh_free(w->fresh);
    wide_arguments_free(w->arguments);
    wide_trees_free(w->trees);
    wide_targets_free(w->targets);
    outline_owners_free(&w->owners);
    vector_each(struct wide_kind *, k, &w->kinds) {
        bitset_free(&k->procedures);
        bitset_free(&k->creators);
        bitset_free(&k->descendants);
    }
    vector_each(u32_vector *, s, &w->same)
        vector_free(s);
    vector_free(&w->same);
    vector_each(struct bitset *, p, &w->alone)
        bitset_free(p);
    vector_free(&w->alone);
    vector_each(struct bitset *, k, &w->kinds_of)
        bitset_free(k);
    vector_each(u32_vector *, c, &w->callers)
        vector_free(c);
    vector_free(&w->kinds);
    vector_free(&w->kinds_of);
    bitset_free(&w->no_homes);
    vector_free(&w->procedure_of);
    vector_free(&w->block_of);
    vector_free(&w->callers);
    vector_free(&w->callees_first);
    bitset_free(&w->in_loop);
    bitset_free(&w->once);
    bitset_free(&w->ends_thread);
    bitset_free(&w->shared);
    mem_free(w);
}

void wide_call_path(const struct wide *w, uint32_t kind, uint32_t step, u32_vector *calls)
{
    assert(kind < w->kinds.size && step < w->procedure_of.size);
    uint32_t from = w->kinds.data[kind].entry, to = w->procedure_of.data[step];
    struct map next = {0}; /* procedure to the call that leads on to the step, and its callee */
    u32_vector todo = {0};
    uint64_t on;
    map_put(&next, to, NONE);
    vector_push(&todo, to);
    for (uint32_t k = 0; k < todo.size && !map_get(&next, from, NULL); k++)
        vector_each(const uint32_t *, s, &w->callers.data[todo.data[k]]) {
            uint32_t caller = w->procedure_of.data[*s];
            if (map_get(&next, caller, NULL) || !bitset_has(&w->kinds.data[kind].procedures, caller))
                continue;
            map_put(&next, caller, (uint64_t)todo.data[k] << 32 | *s);
            vector_push(&todo, caller);
        }
    for (uint32_t p = from; p != to && map_get(&next, p, &on); p = (uint32_t)(on >> 32))
        vector_push(calls, (uint32_t)on);
    map_free(&next);
    vector_free(&todo);
}

/* A procedure of which there are copies has the name of the function, without the number. */
static void name_of(const struct wide *w, uint32_t procedure, struct text *out)
{
    const char *name = w->outline->procedures.data[procedure].name, *dot = strrchr(name, '.');
    bool copy = dot && dot != name && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1);
    text_printf(out, "%.*s", (int)(copy ? (size_t)(dot - name) : strlen(name)), name);
}

void wide_path_words(const struct wide *w, uint32_t kind, uint32_t step, struct text *out)
{
    u32_vector calls = {0};
    name_of(w, w->kinds.data[kind].entry, out);
    wide_call_path(w, kind, step, &calls);
    for (uint32_t k = 0; k < calls.size; k++) {
        text_append(out, k ? ", " : " (");
        name_of(w, w->procedure_of.data[k + 1 < calls.size ? calls.data[k + 1] : step], out);
        text_printf(out, " at %u", w->outline->steps.data[calls.data[k]].pos.line);
    }
    text_append(out, calls.size ? ")" : "");
    vector_free(&calls);
}

struct position wide_position(const struct wide *w, uint32_t kind, uint32_t step)
{
    struct position at = w->outline->steps.data[step].pos;
    u32_vector calls = {0};
    if (!at.line)
        wide_call_path(w, kind, step, &calls);
    for (uint32_t k = calls.size; k-- > 0 && !at.line;) {
        at = w->outline->steps.data[calls.data[k]].pos;
        at.function = w->outline->procedures.data[w->procedure_of.data[step]].name;
    }
    vector_free(&calls);
    return at;
}
