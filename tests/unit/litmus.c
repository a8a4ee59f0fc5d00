#include "unit.h"

#include "litmus.h"

#include <string.h>

static uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(random_next(seed) % n); }

/* --- all at random --- */

static struct op random_op(uint64_t *seed, uint32_t locations)
{
    static const uint8_t fences[] = {ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SEQ_CST, ORDER_SEQ_CST};
    static const uint8_t reads[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_SEQ_CST, ORDER_SEQ_CST};
    static const uint8_t writes[] = {ORDER_PLAIN, ORDER_RELAXED, ORDER_RELAXED, ORDER_RELEASE, ORDER_SEQ_CST, ORDER_SEQ_CST};
    uint32_t k = below(seed, 8);
    struct op o = {.location = below(seed, locations)};
    o.kind = k < 3 ? EVENT_READ : k < 6 ? EVENT_WRITE : k < 7 ? EVENT_UPDATE : EVENT_FENCE;
    o.order = o.kind == EVENT_READ     ? reads[below(seed, 6)]
              : o.kind == EVENT_WRITE  ? writes[below(seed, 6)]
              : o.kind == EVENT_UPDATE ? (uint8_t)(ORDER_RELAXED + below(seed, 5))
                                       : fences[below(seed, 5)];
    return o;
}

static struct litmus any_litmus(uint64_t *seed)
{
    enum { FEW = 3 };
    struct litmus l = {.threads = 2 + below(seed, THREADS - 1), .locations = 2 + below(seed, LOCATIONS - 1)};
    for (uint32_t t = 0; t < l.threads; t++) {
        l.count[t] = 1 + below(seed, FEW);
        for (uint32_t i = 0; i < l.count[t]; i++)
            l.ops[t][i] = random_op(seed, l.locations);
    }
    return l;
}

/* --- written down --- */

static uint8_t acquires_and_releases(uint8_t kind)
{
    return kind == EVENT_READ ? ORDER_ACQUIRE : kind == EVENT_WRITE ? ORDER_RELEASE : ORDER_ACQ_REL;
}

/* What is seq_cst is in most of them, since that is where the models are intricate. */
static uint8_t random_order(uint64_t *seed, uint8_t kind)
{
    uint32_t k = below(seed, 16);
    uint8_t weak = kind == EVENT_FENCE ? ORDER_ACQ_REL : k == 0 && kind != EVENT_UPDATE ? ORDER_PLAIN : ORDER_RELAXED;
    return k < 3 ? weak : k < 8 ? acquires_and_releases(kind) : ORDER_SEQ_CST;
}

static struct op read_op(const char **text, uint64_t *seed)
{
    static const char kinds[] = "RWUF";
    static const uint8_t kind_of[] = {EVENT_READ, EVENT_WRITE, EVENT_UPDATE, EVENT_FENCE};
    assert(strchr(kinds, **text));
    struct op o = {.kind = kind_of[strchr(kinds, *(*text)++) - kinds]};
    if (o.kind != EVENT_FENCE)
        o.location = (uint32_t)(*(*text)++ - 'x');
    assert(o.location < LOCATIONS);
    switch (**text) {
    case 'p': o.order = ORDER_PLAIN; break;
    case 'r': o.order = ORDER_RELAXED; break;
    case 'a': o.order = acquires_and_releases(o.kind); break;
    case 's': o.order = ORDER_SEQ_CST; break;
    default: o.order = random_order(seed, o.kind); return o;
    }
    ++*text;
    return o;
}

static void add(struct litmus *l, struct op o)
{
    uint32_t t = l->threads - 1;
    assert(l->count[t] < OPS);
    l->ops[t][l->count[t]++] = o;
    if (o.location >= l->locations)
        l->locations = o.location + 1;
}

static bool is_drawn(const char *text) { return !strpbrk(text, "pras"); }

struct litmus litmus_read(const char *text, uint64_t *seed)
{
    struct litmus l = {.threads = 1};
    bool drawn = is_drawn(text);
    while (*text) {
        if (*text == '|') {
            l.threads++;
            assert(l.threads <= THREADS);
        } else if (*text != ' ') {
            add(&l, read_op(&text, seed));
            bool last = *text != ' ';
            if (drawn && !last && !below(seed, 5))
                add(&l, (struct op){.kind = EVENT_FENCE, .order = random_order(seed, EVENT_FENCE)});
            continue;
        }
        text++;
    }
    return l;
}

/* Some that are known by names, and others in which what comes between two accesses is to the location of one of them. */
static const char *const shapes[] = {
    "Wx Ry|Wy Rx",       /* store buffering */
    "Wx Wy|Ry Rx",       /* message passing */
    "Rx Wy|Ry Wx",       /* load buffering */
    "Wx Wy|Wy Wx",       /* 2+2W */
    "Wx Wy|Wy Rx",       /* R */
    "Wx Wy|Ry Wx",       /* S */
    "Wx|Rx Ry|Wy Rx",    /* RWC */
    "Wx|Rx Wy|Ry Rx",    /* WRC */
    "Wx|Rx Ry|Wy|Ry Rx", /* IRIW */
    "Wx Wy|Ry Rz|Wz Rx", /* W+RWC */
    "Wx Wy|Wy Wz|Rz Rx", /* Z6 */
    "Wx Wy|Wy Rz|Wz Rx",    "Wx Wy|Uy Rz|Wz Rx", "Wx Wx|Rx Ry|Wy Rx", "Wx Wy|Ry Wy|Ry Rx", "Wx Ux|Rx Ry|Wy Rx",
    "Wx Wx|Ux Ry|Wy Rx",    "Wx Ry|Wy Wy|Ry Rx", "Wx Wx Ry|Wy Rx",    "Wx Rx Ry|Wy Ry Rx", "Ux Ry|Uy Rx",
    "Wx Wy|Ry Wy Rz|Wz Rx", "Wx Wy|Ry Ry|Wy Rx", "Wx Wy|Ux Ry|Ry Rx", "Wx Wy|Uy|Ry Rx",    "Wx Wx Wy|Ry Rx",
};

/* What is accessed at x is data, which the rest is there to protect, or not. */
static void make_plain(struct litmus *l)
{
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++)
            if (l->ops[t][i].kind != EVENT_FENCE && l->ops[t][i].kind != EVENT_UPDATE && !l->ops[t][i].location)
                l->ops[t][i].order = ORDER_PLAIN;
}

struct litmus random_litmus(uint64_t *seed)
{
    if (below(seed, 2))
        return any_litmus(seed);
    struct litmus l = litmus_read(shapes[below(seed, sizeof shapes / sizeof *shapes)], seed);
    if (!below(seed, 4))
        make_plain(&l);
    return l;
}
