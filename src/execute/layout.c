#include "execute/layout.h"

#include "execute/objects.h"

#include <assert.h>
#include <stdlib.h>

/* --- slots --- */

static uint64_t in_range(const struct slot_range *r, uint64_t index)
{
    if (index < r->first || index > r->last)
        return NONE64;
    uint64_t offset = index - r->first;
    if (r->stride == 1)
        return r->base + offset;
    return offset % r->stride ? NONE64 : r->base + offset / r->stride;
}

uint64_t slotter_slot(const struct slotter *s, uint64_t index)
{
    if (!s->sorted) {
        for (uint32_t i = 0; i < s->count; i++) {
            uint64_t slot = in_range(&s->ranges[i], index);
            if (slot != NONE64)
                return slot;
        }
        return NONE64;
    }
    uint32_t low = 0, high = s->count; /* the last range that begins at index or before lies in [low, high) */
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (s->ranges[middle].first <= index)
            low = middle;
        else
            high = middle;
    }
    return s->count ? in_range(&s->ranges[low], index) : NONE64;
}

static int by_first(const void *a, const void *b)
{
    const struct slot_range *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static struct slotter make_slotter(struct layout *l, const struct cell *c)
{
    VECTOR(struct slot_range) ranges = {0};
    uint64_t base = 0;
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        uint32_t copies = r->per_instance == NONE ? 1 : l->counts[r->per_instance];
        for (uint32_t n = 0; n < copies && r->count; n++) {
            uint64_t first = r->first + n * r->instance_stride, stride = r->stride ? r->stride : 1;
            vector_push(&ranges, (struct slot_range){first, first + (r->count - 1) * stride, stride, r->count, base});
            base += r->count;
        }
    }
    struct slotter s = {ARENA_ARRAY(&l->arena, struct slot_range, ranges.size + 1), ranges.size, true};
    if (ranges.size) {
        memcpy(s.ranges, ranges.data, ranges.size * sizeof *s.ranges);
        qsort(ranges.data, ranges.size, sizeof *ranges.data, by_first);
        for (uint32_t i = 1; i < ranges.size; i++)
            if (ranges.data[i].first <= ranges.data[i - 1].last)
                s.sorted = false;
        if (s.sorted)
            memcpy(s.ranges, ranges.data, ranges.size * sizeof *s.ranges);
    }
    vector_free(&ranges);
    return s;
}

/* --- packing --- */

struct packer {
    VECTOR(uint8_t) used; /* bits taken in each word */
    uint32_t from[65];    /* by width: words before this one have no room for it; they never will have */
};

static struct field pack_field(struct packer *k, unsigned width)
{
    uint32_t w = k->from[width];
    while (w < k->used.size && k->used.data[w] + width > 64)
        w++;
    k->from[width] = w;
    if (w == k->used.size)
        vector_push(&k->used, 0);
    struct field f = {w, k->used.data[w], width_mask(width)};
    k->used.data[w] = (uint8_t)(k->used.data[w] + width);
    return f;
}

static void take_words(struct packer *k, uint64_t words)
{
    uint32_t before = k->used.size;
    vector_resize(&k->used, before + (uint32_t)words);
    memset(k->used.data + before, 64, words);
}

static unsigned log_up(uint64_t n)
{
    unsigned log = 0;
    while (log < 64 && (UINT64_C(1) << log) < n)
        log++;
    return log;
}

static struct slot_span pack_span(struct packer *k, unsigned width, uint64_t slots)
{
    if (slots <= 64 && slots * width <= 64) { /* may share a word with others */
        struct field f = pack_field(k, (unsigned)(slots * width));
        return (struct slot_span){f.word, f.shift, (uint8_t)log_up(slots), (uint8_t)width, width_mask(width)};
    }
    uint8_t log = 0;
    while (width << (log + 1) <= 64)
        log++;
    struct slot_span s = {k->used.size, 0, log, (uint8_t)width, width_mask(width)};
    take_words(k, (slots + (UINT64_C(1) << log) - 1) >> log);
    return s;
}

static void pack_cell(struct layout *l, struct packer *k, const struct cell *c, struct cell_place *p, uint64_t inline_slots)
{
    *p = (struct cell_place){.cell = c->id, .slots = cell_slots(c, l->counts)};
    if (c->dropped || !p->slots)
        return;
    p->choosable = c->arbitrary && (cell_is_shared(c) || c->owner < l->program->template_count);
    if (!cell_is_array(c)) {
        p->kind = PLACE_SCALAR;
        p->field = pack_field(k, c->width);
    } else if (p->slots <= inline_slots) {
        p->kind = PLACE_SPAN;
        p->span = pack_span(k, c->width, p->slots);
    } else {
        p->kind = PLACE_TREE;
        p->field = pack_field(k, 32);
        p->depth = tree_depth(p->slots);
    }
    if (p->choosable && p->kind == PLACE_TREE)
        p->undefined_root = pack_field(k, 32);
    else if (p->choosable)
        p->undefined = pack_span(k, 1, p->slots);
}

/* Places for all cells of one owner; scalars first, so that they share words. */
static struct cell_place *pack_owner(struct layout *l, struct packer *k, uint32_t owner, uint64_t inline_slots)
{
    uint32_t n = 0;
    vector_each(const struct cell *, c, &l->program->cells)
        n += c->owner == owner;
    struct cell_place *places = ARENA_ARRAY(&l->arena, struct cell_place, n + 1);
    for (int arrays = 0; arrays < 2; arrays++)
        vector_each(const struct cell *, c, &l->program->cells)
            if (c->owner == owner && cell_is_array(c) == (bool)arrays)
                pack_cell(l, k, c, &places[l->local_index[c->id]], inline_slots);
    return places;
}

static bool makes_calls(const struct code *c)
{
    vector_each(const struct edge *, e, &c->edges)
        if (e->action.kind == ACT_CALL)
            return true;
    return false;
}

static void pack_instance(struct layout *l, struct packer *k, struct instance_layout *i, uint64_t inline_slots)
{
    const struct program *p = l->program;
    i->places = ARENA_ARRAY(&l->arena, struct cell_place *, p->codes.size);
    if (!i->calls) {
        i->places[i->code] = pack_owner(l, k, i->code, inline_slots);
        return;
    }
    i->stack = pack_field(k, 32);
    i->area = k->used.size;
    uint32_t end = i->area;
    for (uint32_t c = 0; c < p->codes.size; c++) {
        if (c < p->template_count && c != i->code)
            continue;
        struct packer overlay = {0};
        take_words(&overlay, i->area);
        i->places[c] = pack_owner(l, &overlay, c, inline_slots);
        end = overlay.used.size > end ? overlay.used.size : end;
        vector_free(&overlay.used);
    }
    i->area_size = end - i->area;
    take_words(k, i->area_size);
}

struct layout *layout_new(const struct program *p, uint32_t unbounded, uint64_t inline_slots)
{
    struct layout *l = NEW(struct layout);
    l->program = p;
    l->counts = ARENA_ARRAY(&l->arena, uint32_t, p->codes.size + 1);
    l->local_index = ARENA_ARRAY(&l->arena, uint32_t, p->cells.size + 1);
    l->location_base = ARENA_ARRAY(&l->arena, uint32_t, p->codes.size + 1);
    l->slotters = ARENA_ARRAY(&l->arena, struct slotter, p->cells.size + 1);
    for (uint32_t t = 0; t < p->template_count; t++) {
        uint32_t declared = p->codes.data[t].instances;
        l->counts[t] = declared == UNBOUNDED ? unbounded : declared;
        l->instance_count += l->counts[t];
    }
    uint32_t procedure_locations = 0;
    for (uint32_t c = p->template_count; c < p->codes.size; c++)
        procedure_locations += p->codes.data[c].locations.size;
    for (uint32_t c = 0, base = 0; c < p->codes.size; c++) { /* procedures first: a template's numbers follow */
        bool procedure = c >= p->template_count;
        l->location_base[c] = procedure ? base : procedure_locations;
        base += procedure ? p->codes.data[c].locations.size : 0;
    }
    uint32_t *n = NEW_ARRAY(uint32_t, p->codes.size + 1);
    vector_each(const struct cell *, c, &p->cells) {
        l->local_index[c->id] = n[c->owner == NONE ? p->codes.size : c->owner]++;
        if (cell_is_array(c))
            l->slotters[c->id] = make_slotter(l, c);
    }
    mem_free(n);

    struct packer k = {0};
    l->instances = ARENA_ARRAY(&l->arena, struct instance_layout, l->instance_count + 1);
    for (uint32_t t = 0, i = 0; t < p->template_count; t++)
        for (uint32_t number = 0; number < l->counts[t]; number++, i++) {
            const struct code *c = &p->codes.data[t];
            l->instances[i] = (struct instance_layout){.code = t, .number = number, .self = c->first_id + number};
            l->instances[i].calls = makes_calls(c);
            uint64_t locations = (uint64_t)procedure_locations + c->locations.size;
            l->instances[i].location = pack_field(&k, log_up(locations) ? log_up(locations) : 1);
        }
    l->shared = pack_owner(l, &k, NONE, inline_slots);
    for (uint32_t i = 0; i < l->instance_count; i++)
        pack_instance(l, &k, &l->instances[i], inline_slots);
    l->words = k.used.size;
    vector_free(&k.used);
    assert(layout_valid(l));
    return l;
}

/* --- validity --- */

/* Takes the bits of the field; false if one is outside or taken. */
static bool take_field(uint64_t *taken, uint32_t words, struct field f)
{
    uint64_t bits = f.mask << f.shift;
    if (f.word >= words || bits >> f.shift != f.mask || taken[f.word] & bits)
        return false;
    taken[f.word] |= bits;
    return true;
}

static bool take_span(uint64_t *taken, uint32_t words, const struct slot_span *a, uint64_t slots)
{
    for (uint64_t slot = 0; slot < slots; slot++)
        if (!take_field(taken, words, span_field(a, slot)))
            return false;
    return true;
}

static bool take_places(const struct layout *l, uint64_t *taken, const struct cell_place *places, uint32_t owner)
{
    vector_each(const struct cell *, c, &l->program->cells) {
        const struct cell_place *p = c->owner == owner ? &places[l->local_index[c->id]] : NULL;
        if (!p || p->kind == PLACE_NONE)
            continue;
        bool in_place = p->kind == PLACE_SPAN;
        if (p->cell != c->id ||
            !(in_place ? take_span(taken, l->words, &p->span, p->slots) : take_field(taken, l->words, p->field)))
            return false;
        if (!p->choosable)
            continue;
        if (!(p->kind == PLACE_TREE ? take_field(taken, l->words, p->undefined_root)
                                    : take_span(taken, l->words, &p->undefined, p->slots)))
            return false;
    }
    return true;
}

/* The frames of the codes that an instance can be in lie over each other. */
static bool take_instance(const struct layout *l, uint64_t *taken, const struct instance_layout *i)
{
    bool ok = take_field(taken, l->words, i->location);
    if (!i->calls)
        return ok && take_places(l, taken, i->places[i->code], i->code);
    ok = ok && take_field(taken, l->words, i->stack) && i->area + i->area_size <= l->words;
    uint64_t *here = NEW_ARRAY(uint64_t, l->words + 1);
    for (uint32_t c = 0; c < l->program->codes.size && ok; c++) {
        memcpy(here, taken, l->words * sizeof *here);
        ok = !i->places[c] || take_places(l, here, i->places[c], c);
    }
    mem_free(here);
    for (uint32_t w = i->area; w < i->area + i->area_size && ok; w++) {
        ok = !taken[w];
        taken[w] = UINT64_MAX;
    }
    return ok;
}

bool layout_valid(const struct layout *l)
{
    uint64_t *taken = NEW_ARRAY(uint64_t, l->words + 1);
    bool ok = take_places(l, taken, l->shared, NONE);
    for (uint32_t i = 0; i < l->instance_count && ok; i++)
        ok = take_instance(l, taken, &l->instances[i]);
    mem_free(taken);
    return ok;
}

void layout_free(struct layout *l)
{
    if (!l)
        return;
    arena_release(&l->arena);
    mem_free(l);
}

const struct cell_place *layout_place(const struct layout *l, uint32_t instance, uint32_t cell)
{
    assert(instance < l->instance_count);
    assert(cell < l->program->cells.size);
    const struct cell *c = &l->program->cells.data[cell];
    if (cell_is_shared(c))
        return &l->shared[l->local_index[cell]];
    return &l->instances[instance].places[c->owner][l->local_index[cell]];
}

uint32_t layout_code_of(const struct layout *l, uint32_t instance, uint64_t location)
{
    assert(instance < l->instance_count);
    uint32_t code = l->instances[instance].code;
    for (uint32_t c = l->program->template_count; c < l->program->codes.size; c++)
        if (location >= l->location_base[c] && location - l->location_base[c] < l->program->codes.data[c].locations.size)
            return c;
    return code;
}
