/* RC11's axiom psc by what views say: who happens before whom, and where in the lists of messages two events are. */
#include "weak/views_parts.h"

enum { MOST_EVENTS = 64 }; /* that are seq_cst */

static bool is_seq_cst(const struct view_event *e) { return e->order == ORDER_SEQ_CST && e->kind != EVENT_TOUCH; }
static bool is_full_fence(const struct view_event *e) { return e->kind == EVENT_FENCE && is_seq_cst(e); }

static bool same_place(const struct view_event *a, const struct view_event *b)
{
    return a->location != NONE && a->location == b->location;
}

static bool earlier_in_thread(const struct view_event *a, const struct view_event *b)
{
    return a->thread == b->thread && a->index < b->index;
}

/* Whether b comes after a by reads, writes and overwritten values of their location: what b has seen there is behind what a has seen, or is what a wrote. */
static bool is_overtaken(const struct view_event *a, const struct view_event *b)
{
    if (a == b || !same_place(a, b) || a->kind == EVENT_TOUCH || b->kind == EVENT_TOUCH)
        return false;
    return a->at < b->at || (a->at == b->at && view_writes(a) && !view_writes(b));
}

static bool is_overwritten(const struct view_event *a, const struct view_event *b) { return is_overtaken(a, b) && view_writes(b); }

/* a; something of its thread elsewhere; happens before; something elsewhere; b */
static bool comes_around(const struct view_state *s, const struct view_event *a, const struct view_event *b)
{
    vector_each(const struct view_event *, c, &s->events) {
        if (!earlier_in_thread(a, c) || same_place(a, c) || c->kind == EVENT_TOUCH)
            continue;
        vector_each(const struct view_event *, d, &s->events)
            if (earlier_in_thread(d, b) && !same_place(d, b) && d->kind != EVENT_TOUCH && view_before(c, d))
                return true;
    }
    return false;
}

static bool is_in_front(const struct view_state *s, const struct view_event *a, const struct view_event *b)
{
    return earlier_in_thread(a, b) || (same_place(a, b) && view_before(a, b)) || is_overwritten(a, b) || comes_around(s, a, b);
}

/* What a fence is in front of, it is by whatever happens after it; what is in front of a fence, by whatever happens before. */
static bool must_precede(const struct view_state *s, const struct view_event *e, const struct view_event *f)
{
    bool fences = is_full_fence(e) && is_full_fence(f);
    if (fences && view_before(e, f))
        return true;
    vector_each(const struct view_event *, a, &s->events) {
        if (a != e && !(is_full_fence(e) && view_before(e, a)))
            continue;
        vector_each(const struct view_event *, b, &s->events) {
            if (b != f && !(is_full_fence(f) && view_before(b, f)))
                continue;
            if (is_in_front(s, a, b) || (fences && a != e && b != f && is_overtaken(a, b)))
                return true;
        }
    }
    return false;
}

bool view_seq_cst_holds(const struct view_state *s)
{
    const struct view_event *all[MOST_EVENTS];
    uint64_t after[MOST_EVENTS] = {0};
    uint32_t n = 0;
    vector_each(const struct view_event *, e, &s->events)
        if (is_seq_cst(e) && n < MOST_EVENTS)
            all[n++] = e;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (i != k && must_precede(s, all[i], all[k]))
                after[i] |= UINT64_C(1) << k;
    uint64_t left = n == MOST_EVENTS ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    for (bool changed = true; changed;) { /* who must precede nobody that is left may go last */
        changed = false;
        for (uint32_t i = 0; i < n; i++)
            if (left >> i & 1 && !(after[i] & left)) {
                left &= ~(UINT64_C(1) << i);
                changed = true;
            }
    }
    return !left;
}
