#include "frontend/list_states.h"

enum { MOST_WALKED = 16, NO_END = UINT8_MAX };

static const struct list_term any = {.kind = TERM_ANY};

struct list_term list_term_whole(struct list_term t)
{
    if (t.link && t.kind == TERM_OWN)
        t.list = 0;
    t.link = false;
    return t;
}

void list_state_copy(struct list_state *to, const struct list_state *from)
{
    *to = (struct list_state){.locked = from->locked};
    memcpy(to->heads, from->heads, sizeof to->heads);
    memcpy(to->tails, from->tails, sizeof to->tails);
    memcpy(to->full, from->full, sizeof to->full);
    memcpy(to->end, from->end, sizeof to->end);
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
        if (a->locked >> k & 1 && (!list_terms_equal(a->heads[k], b->heads[k]) || !list_terms_equal(a->tails[k], b->tails[k]) ||
                                   a->full[k] != b->full[k] || a->end[k] != b->end[k]))
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
    for (uint8_t k = 0; k < MOST_LISTS; k++) {
        if (is_meant(s->heads[k], context))
            s->heads[k] = any;
        if (is_meant(s->tails[k], context))
            s->tails[k] = any;
    }
}

static bool is_got_with(struct list_term t, const void *value)
{
    return (t.kind == TERM_OWN || t.kind == TERM_BEHIND) && t.number == *(const uint32_t *)value;
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

static bool is_element_of(struct list_term t, uint8_t list) { return t.kind == TERM_ELEMENT && t.list == list; }

static bool is_of_list(struct list_term t, const void *list) { return list_term_is_inside(t) && t.list == *(const uint8_t *)list; }

void list_state_lock(struct list_state *s, uint8_t list, struct list_shape shape)
{
    assert(list < MOST_LISTS);
    forget(s, is_of_list, &list);
    s->locked |= UINT32_C(1) << list;
    s->heads[list] = (struct list_term){.kind = TERM_ELEMENT, .list = list};
    s->tails[list] = (struct list_term){.kind = shape.tail == TAIL_LINK ? TERM_UNREAD : TERM_LAST, .list = list};
    s->full[list] = 0;
    s->end[list] = NO_END;
}

bool list_state_read_tail(struct list_state *s, uint8_t list, uint32_t choice)
{
    static const uint8_t kinds[TAIL_CHOICES] = {TERM_LAST, TERM_HEAD, TERM_LOST};
    assert(s->tails[list].kind == TERM_UNREAD && choice < TAIL_CHOICES);
    s->tails[list] = (struct list_term){.kind = kinds[choice], .list = list, .link = true};
    return choice || list_state_assume(s, (struct list_term){.kind = TERM_ELEMENT, .list = list}, false);
}

static void replace(struct list_state *s, struct list_term what, struct list_term by)
{
    vector_each(struct list_binding *, b, &s->values)
        if (list_terms_equal(b->to, what))
            b->to = by;
    vector_each(struct list_link *, l, &s->links)
        if (list_terms_equal(l->to, what))
            l->to = by;
    for (uint8_t k = 0; k < MOST_LISTS; k++) {
        if (list_terms_equal(s->heads[k], what))
            s->heads[k] = by;
        if (list_terms_equal(s->tails[k], what))
            s->tails[k] = by;
    }
}

bool list_state_assume(struct list_state *s, struct list_term t, bool null)
{
    if (t.kind == TERM_NULL)
        return null;
    if (t.link && t.kind != TERM_LOST)
        return !null || t.kind == TERM_OWN || t.kind == TERM_ELEMENT;
    if ((t.kind == TERM_LAST || t.kind == TERM_LOST) && null)
        replace(s, t, (struct list_term){.kind = TERM_NULL});
    if (t.kind != TERM_ELEMENT)
        return true;
    assert(t.list < MOST_LISTS && t.number < NO_END);
    if (null ? s->full[t.list] > t.number : s->end[t.list] <= t.number)
        return false;
    if (null) {
        s->end[t.list] = s->end[t.list] < t.number ? s->end[t.list] : (uint8_t)t.number;
        replace(s, t, (struct list_term){.kind = TERM_NULL});
    } else if (s->full[t.list] <= t.number) {
        s->full[t.list] = (uint8_t)(t.number + 1);
    }
    return true;
}

bool list_state_is_alone(const struct list_state *s, struct list_term t, struct list_shape shape)
{
    if (t.kind == TERM_LAST)
        return shape.tail == TAIL_NULL_IF_EMPTY || s->full[t.list];
    return t.kind != TERM_ANY && t.kind != TERM_UNREAD;
}

/* Elements of the list of which something may be known have smaller numbers. */
static uint32_t known_elements(const struct list_state *s, uint8_t list)
{
    uint32_t most = 0;
    vector_each(const struct list_binding *, b, &s->values)
        if (is_element_of(b->to, list) && b->to.number >= most)
            most = b->to.number + 1;
    vector_each(const struct list_link *, l, &s->links) {
        if (is_element_of(l->from, list) && l->from.number >= most)
            most = l->from.number + 1;
        if (is_element_of(l->to, list) && l->to.number >= most)
            most = l->to.number + 1;
    }
    return most;
}

/* What is in a list when its lock is given back. */
struct walk {
    struct list_term met[MOST_WALKED];
    uint32_t count;
    uint32_t rest; /* and the elements from this number on, if there are any; NO_END: none */
    bool longer;   /* and something behind the last one; nothing was taken out */
};

static bool has_met(const struct walk *w, struct list_term t)
{
    for (uint32_t k = 0; k < w->count; k++)
        if (list_terms_equal(w->met[k], t))
            return true;
    return false;
}

/* From here along the links: what it meets is in the list, and so is the rest, from where nothing is known that could have changed. False if it meets something twice, or what is not known. */
static bool walk(const struct list_state *s, struct list_term t, uint8_t list, int64_t link, struct walk *w)
{
    uint32_t known = known_elements(s, list);
    w->rest = NO_END;
    while (t.kind != TERM_NULL && !(is_element_of(t, list) && t.number >= s->end[list])) {
        bool element = is_element_of(t, list) && !w->longer;
        if (t.link || (!element && t.kind != TERM_OWN) || has_met(w, t) || w->count == MOST_WALKED)
            return false;
        if (element && t.number >= known) {
            w->rest = t.number;
            return true;
        }
        w->met[w->count++] = t;
        struct list_term next = {.kind = TERM_ELEMENT, .list = list, .number = t.number + 1};
        if (!list_state_link(s, t, link, &next) && !element)
            return false;
        t = next;
    }
    return true;
}

/* Something was put behind the last element (or behind what is in no list): where nothing else was done, and there is one. */
static bool walk_from_last(const struct list_state *s, struct list_term last, struct list_term behind, struct list_shape shape,
                           struct walk *w)
{
    uint8_t list = last.list;
    w->longer = true;
    vector_each(const struct list_link *, l, &s->links)
        if (is_element_of(l->from, list))
            return false;
    return is_element_of(s->heads[list], list) && !s->heads[list].number && list_state_is_alone(s, last, shape) &&
           behind.kind == TERM_OWN && walk(s, behind, list, shape.link, w);
}

/* Whether the first elements are where they were. */
static bool begins_as_before(const struct walk *w)
{
    bool same = w->count == w->rest;
    for (uint32_t k = 0; same && k < w->rest; k++)
        same = w->met[k].kind == TERM_ELEMENT && w->met[k].number == k;
    return same;
}

/* Whether the tail leads to the last thing that was met, which is there. */
static bool leads_to_last_met(const struct list_state *s, uint8_t list, enum list_tail kind, const struct walk *w)
{
    struct list_term tail = s->tails[list], last = w->met[w->count - 1];
    bool there = last.kind == TERM_OWN || last.number < s->full[list];
    return there && tail.link == (kind == TAIL_LINK) && (!tail.link || tail.list == list) &&
           list_terms_equal(list_term_whole(tail), last);
}

/* Whether the tail is what it must be. */
static bool tail_is_right(const struct list_state *s, uint8_t list, enum list_tail kind, const struct walk *w)
{
    struct list_term tail = s->tails[list], last = w->count ? w->met[w->count - 1] : (struct list_term){.kind = TERM_NULL};
    bool own = tail.list == list, unread = tail.kind == TERM_UNREAD && own, is_last = unread || (tail.kind == TERM_LAST && own);
    if (kind == NO_TAIL || tail.kind == TERM_NULL)
        return true;
    if (own && (tail.kind == TERM_HEAD || tail.kind == TERM_LOST || (unread && !s->end[list])))
        return true;
    if (!w->longer && w->rest == NO_END && !w->count)
        return kind == TAIL_ANY_IF_EMPTY || (is_last && !s->end[list]); /* it was empty before */
    if (w->longer || w->rest == NO_END)
        return leads_to_last_met(s, list, kind, w) || (last.kind == TERM_ELEMENT && is_last && last.number + 1 == s->end[list]);
    bool meets_rest = last.kind == TERM_ELEMENT && last.number + 1 == w->rest && last.number < s->full[list];
    bool there = s->full[list] > w->rest || meets_rest || begins_as_before(w) || (unread && !w->rest);
    return is_last && (there || (kind == TAIL_ANY_IF_EMPTY && !w->count));
}

/* What has been taken out is called by a load that got it. all: so has everything behind it. */
static void own_element(struct list_state *s, struct list_term element, bool all, int64_t link)
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
            b->to = (struct list_term){.kind = TERM_OWN, .number = name};
    if (all && !list_state_link(s, element, link, &element))
        list_state_put_link(s, (struct list_term){.kind = TERM_OWN, .number = name}, link,
                            (struct list_term){.kind = TERM_BEHIND, .list = element.list, .number = name});
}

static bool was_met(struct list_term t, const void *walk) { return t.kind == TERM_OWN && has_met(walk, list_term_whole(t)); }

bool list_state_unlock(struct list_state *s, uint8_t list, struct list_shape shape)
{
    assert(list < MOST_LISTS && s->locked >> list & 1);
    struct walk w = {.count = 0};
    struct list_term behind, last = {.kind = TERM_LAST, .list = list};
    bool longer = list_state_link(s, last, shape.link, &behind);
    if (!longer && shape.tail == TAIL_LINK) {
        last.kind = TERM_LOST;
        longer = list_state_link(s, last, shape.link, &behind);
    }
    bool right = longer ? walk_from_last(s, last, behind, shape, &w) : walk(s, s->heads[list], list, shape.link, &w);
    if (!right || !tail_is_right(s, list, shape.tail, &w))
        return false;
    s->locked &= ~(UINT32_C(1) << list);
    forget(s, was_met, &w);
    uint32_t known = longer ? 0 : known_elements(s, list);
    for (uint32_t k = known; k-- > 0;) {
        struct list_term element = {.kind = TERM_ELEMENT, .list = list, .number = k};
        if (!has_met(&w, element) && k < w.rest)
            own_element(s, element, w.rest == NO_END && k + 1 == known, shape.link);
    }
    forget(s, is_of_list, &list);
    return true;
}
