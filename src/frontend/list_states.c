#include "frontend/list_states.h"

enum { MOST_WALKED = 16 };

static const struct list_term any = {TERM_ANY, 0, 0};

void list_state_copy(struct list_state *to, const struct list_state *from)
{
    *to = (struct list_state){.locked = from->locked};
    memcpy(to->heads, from->heads, sizeof to->heads);
    vector_each(const struct list_binding *, b, &from->values)
        vector_push(&to->values, *b);
    vector_each(const struct list_link *, l, &from->links)
        vector_push(&to->links, *l);
}

void list_state_free(struct list_state *s)
{
    vector_free(&s->values);
    vector_free(&s->links);
}

/* Both are in order. */
bool list_states_equal(const struct list_state *a, const struct list_state *b)
{
    if (a->locked != b->locked || a->values.size != b->values.size || a->links.size != b->links.size)
        return false;
    for (uint8_t k = 0; k < MOST_LISTS; k++)
        if (a->locked >> k & 1 && !list_terms_equal(a->heads[k], b->heads[k]))
            return false;
    for (uint32_t k = 0; k < a->values.size; k++)
        if (a->values.data[k].value != b->values.data[k].value || !list_terms_equal(a->values.data[k].to, b->values.data[k].to))
            return false;
    for (uint32_t k = 0; k < a->links.size; k++) {
        const struct list_link *x = &a->links.data[k];
        bool found = false;
        vector_each(const struct list_link *, y, &b->links)
            found |= list_terms_equal(x->from, y->from) && x->at == y->at && list_terms_equal(x->to, y->to);
        if (!found)
            return false;
    }
    return true;
}

struct list_term list_state_value(const struct list_state *s, uint32_t value)
{
    vector_each(const struct list_binding *, b, &s->values)
        if (b->value == value)
            return b->to;
    return any;
}

void list_state_bind(struct list_state *s, uint32_t value, struct list_term to)
{
    uint32_t k = 0;
    while (k < s->values.size && s->values.data[k].value < value)
        k++;
    bool there = k < s->values.size && s->values.data[k].value == value;
    if (to.kind == TERM_ANY) {
        if (there) {
            memmove(&s->values.data[k], &s->values.data[k + 1], (s->values.size - k - 1) * sizeof *s->values.data);
            s->values.size--;
        }
        return;
    }
    if (!there) {
        vector_push(&s->values, (struct list_binding){value, to});
        memmove(&s->values.data[k + 1], &s->values.data[k], (s->values.size - k - 1) * sizeof *s->values.data);
    }
    s->values.data[k] = (struct list_binding){value, to};
}

/* Nothing is known any more of where these lead, or of what leads there. */
static void forget(struct list_state *s, bool (*is_meant)(struct list_term, const void *), const void *context)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->values.size; k++)
        if (!is_meant(s->values.data[k].to, context))
            s->values.data[kept++] = s->values.data[k];
    s->values.size = kept;
    kept = 0;
    for (uint32_t k = 0; k < s->links.size; k++) {
        struct list_link l = s->links.data[k];
        if (is_meant(l.from, context))
            continue;
        if (is_meant(l.to, context))
            l.to = any;
        s->links.data[kept++] = l;
    }
    s->links.size = kept;
    for (uint8_t k = 0; k < MOST_LISTS; k++)
        if (s->locked >> k & 1 && is_meant(s->heads[k], context))
            s->heads[k] = any;
}

static bool is_got_with(struct list_term t, const void *value)
{
    return t.kind == TERM_OWN && t.number == *(const uint32_t *)value;
}

void list_state_renew(struct list_state *s, uint32_t value)
{
    forget(s, is_got_with, &value);
    list_state_bind(s, value, any);
}

bool list_state_link(const struct list_state *s, struct list_term from, int64_t at, struct list_term *to)
{
    vector_each(const struct list_link *, l, &s->links)
        if (list_terms_equal(l->from, from) && l->at == at) {
            *to = l->to;
            return true;
        }
    return false;
}

void list_state_put_link(struct list_state *s, struct list_term from, int64_t at, struct list_term to)
{
    vector_each(struct list_link *, l, &s->links)
        if (list_terms_equal(l->from, from) && l->at == at) {
            l->to = to;
            return;
        }
    vector_push(&s->links, (struct list_link){from, at, to});
}

void list_state_spoil(struct list_state *s, struct list_term of, int64_t at, uint64_t width)
{
    enum { POINTER = 8 };
    vector_each(struct list_link *, l, &s->links)
        if (list_terms_equal(l->from, of) && (!width || (l->at < at + (int64_t)width && at < l->at + POINTER)))
            l->to = any;
}

/* --- sections --- */

static bool is_element_of(struct list_term t, const void *list)
{
    return t.kind == TERM_ELEMENT && t.list == *(const uint8_t *)list;
}

void list_state_lock(struct list_state *s, uint8_t list)
{
    assert(list < MOST_LISTS);
    forget(s, is_element_of, &list);
    s->locked |= UINT32_C(1) << list;
    s->heads[list] = (struct list_term){TERM_ELEMENT, list, 0};
}

/* Elements of the list of which something may be known have smaller numbers. */
static uint32_t known_elements(const struct list_state *s, uint8_t list)
{
    uint32_t most = 0;
    vector_each(const struct list_binding *, b, &s->values)
        if (is_element_of(b->to, &list) && b->to.number >= most)
            most = b->to.number + 1;
    vector_each(const struct list_link *, l, &s->links) {
        if (is_element_of(l->from, &list) && l->from.number >= most)
            most = l->from.number + 1;
        if (is_element_of(l->to, &list) && l->to.number >= most)
            most = l->to.number + 1;
    }
    return most;
}

struct walk {
    struct list_term met[MOST_WALKED];
    uint32_t count;
};

static bool has_met(const struct walk *w, struct list_term t)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (list_terms_equal(w->met[k], t))
            return true;
    return false;
}

/* From the head along the links: what it meets is in the list, and so is the rest, from where nothing is known that could have changed. False if it meets something twice, or what is not known. */
static bool walk(const struct list_state *s, uint8_t list, int64_t link, struct walk *w)
{
    struct list_term t = s->heads[list];
    uint32_t known = known_elements(s, list);
    while (t.kind != TERM_NULL) {
        bool element = is_element_of(t, &list);
        if ((!element && t.kind != TERM_OWN) || has_met(w, t) || w->count == MOST_WALKED)
            return false;
        if (element && t.number >= known)
            return true;
        w->met[w->count++] = t;
        struct list_term next = {TERM_ELEMENT, list, t.number + 1};
        if (!list_state_link(s, t, link, &next) && !element)
            return false;
        t = next;
    }
    return true;
}

/* What has been taken out is called by a load that got it. */
static void own_element(struct list_state *s, struct list_term element)
{
    uint32_t name = LIST_CHOICE;
    vector_each(const struct list_binding *, b, &s->values)
        if (list_terms_equal(b->to, element) && !(b->value & LIST_CHOICE))
            name = b->value;
    if (name == LIST_CHOICE)
        return;
    forget(s, is_got_with, &name);
    vector_each(struct list_binding *, b, &s->values)
        if (list_terms_equal(b->to, element))
            b->to = (struct list_term){TERM_OWN, 0, name};
}

static bool was_met(struct list_term t, const void *walk) { return t.kind == TERM_OWN && has_met(walk, t); }

bool list_state_unlock(struct list_state *s, uint8_t list, int64_t link)
{
    assert(list < MOST_LISTS && s->locked >> list & 1);
    struct walk w = {.count = 0};
    if (!walk(s, list, link, &w))
        return false;
    s->locked &= ~(UINT32_C(1) << list);
    forget(s, was_met, &w);
    for (uint32_t k = known_elements(s, list); k-- > 0;) {
        struct list_term element = {TERM_ELEMENT, list, k};
        if (!has_met(&w, element))
            own_element(s, element);
    }
    forget(s, is_element_of, &list);
    return true;
}
