#include "cover/upset.h"

void upset_init(struct upset *u, const struct system *s)
{
    *u = (struct upset){.places = s->places, .controls = s->controls};
    u->by_control = NEW_ARRAY(struct upset_control, s->controls);
}

void upset_free(struct upset *u)
{
    for (uint32_t c = 0; c < u->controls; c++) {
        struct upset_control *k = &u->by_control[c];
        for (uint32_t p = 0; k->keyed && p <= u->places; p++) {
            vector_free(&k->keyed[p]);
            vector_free(&k->holding[p]);
        }
        mem_free(k->keyed);
        mem_free(k->holding);
    }
    mem_free(u->by_control);
    vector_free(&u->elements);
}

static uint32_t below_in(const struct upset *u, const entry_list *list, const struct state *s)
{
    uint64_t outside = ~s->mask;
    for (uint32_t i = 0; i < list->size; i++) {
        const struct upset_entry *e = &list->data[i];
        if (e->mask & outside || e->total > s->total)
            continue;
        const struct upset_element *x = &u->elements.data[e->id];
        if (tokens_within(x->state->tokens, x->state->size, s->tokens, s->size))
            return x->tag;
    }
    return UPSET_NONE;
}

uint32_t upset_below(const struct upset *u, const struct state *s)
{
    const struct upset_control *c = &u->by_control[s->control];
    if (!c->keyed)
        return UPSET_NONE;
    if (c->keyed[0].size)
        return u->elements.data[c->keyed[0].data[0].id].tag;
    for (uint32_t i = 0; i < s->size; i++) {
        uint32_t found = below_in(u, &c->keyed[s->tokens[i].place + 1], s);
        if (found != UPSET_NONE)
            return found;
    }
    return UPSET_NONE;
}

/* Lists in `holding` are cleaned when they are read: an element that is gone leaves its number behind until then. */
static void remove_above(struct upset *u, struct upset_control *c, const struct state *s, u32_vector *removed)
{
    if (!s->size) {
        for (uint32_t p = 0; p <= u->places; p++)
            while (c->keyed[p].size) {
                uint32_t id = c->keyed[p].data[0].id;
                if (removed)
                    vector_push(removed, u->elements.data[id].tag);
                upset_remove(u, id);
            }
        return;
    }
    u32_vector *best = NULL;
    for (uint32_t i = 0; i < s->size; i++) {
        u32_vector *list = &c->holding[s->tokens[i].place + 1];
        if (!best || list->size < best->size)
            best = list;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < best->size; i++) {
        uint32_t id = best->data[i];
        const struct upset_element *x = &u->elements.data[id];
        if (!x->state)
            continue;
        if (state_within(s, x->state)) {
            if (removed)
                vector_push(removed, x->tag);
            upset_remove(u, id);
            continue;
        }
        best->data[kept++] = id;
    }
    best->size = kept;
}

uint32_t upset_add(struct upset *u, const struct state *s, uint32_t tag, u32_vector *removed)
{
    struct upset_control *c = &u->by_control[s->control];
    if (!c->keyed) {
        c->keyed = NEW_ARRAY(entry_list, u->places + 1);
        c->holding = NEW_ARRAY(u32_vector, u->places + 1);
    }
    remove_above(u, c, s, removed);
    uint32_t id = u->elements.size, key = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        uint32_t p = s->tokens[i].place + 1;
        if (!key || c->keyed[p].size < c->keyed[key].size)
            key = p;
        vector_push(&c->holding[p], id);
    }
    vector_push(&u->elements, ((struct upset_element){s, tag, key}));
    vector_push(&c->keyed[key], ((struct upset_entry){s->mask, s->total, id}));
    u->size++;
    return id;
}

void upset_remove(struct upset *u, uint32_t element)
{
    struct upset_element *x = &u->elements.data[element];
    if (!x->state)
        return;
    entry_list *list = &u->by_control[x->state->control].keyed[x->key];
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i].id == element) {
            list->data[i] = list->data[--list->size];
            break;
        }
    x->state = NULL;
    u->size--;
}

bool upset_valid(const struct upset *u)
{
    uint32_t n = 0;
    upset_each(e, u) {
        n++;
        upset_each(f, u)
            if (e != f && state_within(e->state, f->state))
                return false;
        if (upset_below(u, e->state) != e->tag)
            return false;
    }
    return n == u->size;
}
