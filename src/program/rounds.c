#include "program/rounds.h"

#include "base/map.h"
#include "program/machine_parts.h"

static uint64_t hash_of(const machine_words *key) { return hash_bytes(key->data, key->size * sizeof *key->data); }

void rounds_find(struct rounds *r, const struct program *p, const struct trace *t)
{
    struct machine *m = machine_new(p, t->unbounded);
    struct bitset all = {0};
    machine_words key = {0};
    vector_each(const struct cell *, c, &p->cells)
        bitset_add(&all, c->id);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    for (uint32_t k = 0; k <= t->steps.size; k++) {
        const struct trace_step *s = k < t->steps.size ? &t->steps.data[k] : NULL;
        machine_key(m, &all, &key);
        vector_push(&r->state, hash_of(&key));
        if (!s)
            break;
        vector_clear(&key);
        machine_instance_key(m, s->code, s->instance, &all, &key);
        vector_push(&r->own, hash_pair(hash_of(&key), (uint64_t)s->code << 32 | s->instance));
        if (machine_step(m, s) != STEP_DONE)
            break;
    }
    machine_free(m);
    bitset_free(&all);
    vector_free(&key);
}

void rounds_free(struct rounds *r)
{
    vector_free(&r->state);
    vector_free(&r->own);
}
