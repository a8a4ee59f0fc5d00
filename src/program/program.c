/* Building and copying programs, and where the elements of array cells lie. */
#include "program/program.h"

#include "base/memory.h"
#include "base/printable.h"

#include <assert.h>

struct program *program_new(struct exprs *exprs)
{
    struct program *p = NEW(struct program);
    p->exprs = exprs;
    p->pointer_width = 64;
    return p;
}

static void code_free(struct code *c)
{
    vector_free(&c->locations);
    vector_free(&c->edges);
    vector_free(&c->parameters);
    vector_free(&c->out_start);
    vector_free(&c->out_edge);
}

void program_free(struct program *p)
{
    if (!p)
        return;
    vector_each(struct code *, c, &p->codes)
        code_free(c);
    vector_free(&p->codes);
    vector_free(&p->cells);
    vector_free(&p->checks);
    vector_free(&p->objects);
    vector_free(&p->predicates);
    vector_free(&p->uncovered);
    arena_release(&p->arena);
    mem_free(p);
}

void program_drop_procedures(struct program *p)
{
    vector_each(struct cell *, c, &p->cells)
        if (c->owner != NONE && c->owner >= p->template_count) {
            c->owner = 0;
            c->dropped = true;
        }
    while (p->codes.size > p->template_count) {
        struct code gone = vector_pop(&p->codes);
        code_free(&gone);
    }
}

static void *copy(struct program *p, const void *from, size_t bytes)
{
    return bytes ? memcpy(arena_alloc(&p->arena, bytes), from, bytes) : NULL;
}

static struct action action_copy(struct program *p, const struct action *a)
{
    struct action b = *a;
    b.updates = copy(p, a->updates, a->update_count * sizeof *a->updates);
    b.accesses = copy(p, a->accesses, a->access_count * sizeof *a->accesses);
    return b;
}

static struct position position_copy(struct program *p, struct position pos)
{
    pos.file = pos.file ? arena_strdup(&p->arena, pos.file) : NULL;
    pos.function = pos.function ? arena_strdup(&p->arena, pos.function) : NULL;
    return pos;
}

/* Names and texts of a program may hold anything (LLVM's do); here they become one printable line. */
static const char *keep_words(struct program *p, const char *s)
{
    return arena_strdup(&p->arena, printable(s, PRINTABLE_WORDS, &p->arena));
}

uint32_t program_add_cell(struct program *p, struct cell cell)
{
    assert(cell.width >= 1 && cell.width <= 64 && cell.index_width <= 64);
    cell.id = p->cells.size;
    cell.name = keep_words(p, cell.name);
    cell.enumerators = cell.enumerators ? keep_words(p, cell.enumerators) : NULL;
    cell.pos = position_copy(p, cell.pos);
    if (cell.inits)
        cell.inits = copy(p, cell.inits, cell.ranges[0].count * sizeof *cell.inits);
    cell.ranges = copy(p, cell.ranges, cell.range_count * sizeof *cell.ranges);
    vector_push(&p->cells, cell);
    return cell.id;
}

uint32_t program_add_code(struct program *p, const char *name)
{
    assert(name);
    struct code c = {.name = keep_words(p, name), .entry = NONE, .exit = NONE, .result = NONE, .instances = 1};
    vector_push(&p->codes, c);
    return p->codes.size - 1;
}

void program_add_uncovered(struct program *p, const char *what, struct position pos)
{
    vector_each(const struct uncovered *, u, &p->uncovered)
        if (u->pos.line == pos.line && u->pos.file == pos.file && strcmp(u->what, what) == 0)
            return;
    vector_push(&p->uncovered, ((struct uncovered){arena_strdup(&p->arena, what), pos}));
}

uint32_t program_add_check(struct program *p, struct check check)
{
    assert(check.property < PROPERTIES);
    check.id = p->checks.size;
    check.kind = (uint8_t)property_rows[check.property].kind;
    check.text = keep_words(p, check.text);
    check.pos = position_copy(p, check.pos);
    vector_push(&p->checks, check);
    return check.id;
}

bool program_asks(const struct program *p, enum check_kind kind)
{
    vector_each(const struct check *, c, &p->checks)
        if (c->kind == kind)
            return true;
    return false;
}

unsigned program_needs(const struct program *p)
{
    return (program_asks(p, CHECK_PAIR) ? NEEDS_ACCESSES : 0) | (program_asks(p, CHECK_STUCK) ? NEEDS_BLOCKING : 0);
}

uint32_t code_add_location(struct program *p, uint32_t code, uint8_t flags, struct position pos)
{
    assert(code < p->codes.size);
    assert(code < p->codes.size);
    struct code *c = &p->codes.data[code];
    struct location l = {.flags = flags, .check = NONE, .origin = c->locations.size, .pos = pos};
    vector_push(&c->locations, l);
    return c->locations.size - 1;
}

uint32_t code_add_edge(struct program *p, uint32_t code, uint32_t from, uint32_t to, const struct action *action)
{
    assert(from < p->codes.data[code].locations.size && to < p->codes.data[code].locations.size);
    assert(code < p->codes.size && action->guard && action->guard->width == 1);
    struct edge e = {from, to, action_copy(p, action)};
    vector_push(&p->codes.data[code].edges, e);
    return p->codes.data[code].edges.size - 1;
}

void code_index(struct code *c)
{
    uint32_t n = c->locations.size;
    vector_clear(&c->out_start);
    vector_resize(&c->out_start, n + 1);
    vector_resize(&c->out_edge, c->edges.size);
    vector_each(struct edge *, e, &c->edges)
        c->out_start.data[e->from + 1]++;
    for (uint32_t l = 0; l < n; l++)
        c->out_start.data[l + 1] += c->out_start.data[l];
    u32_vector next = {0};
    vector_resize(&next, n + 1);
    for (uint32_t i = 0; i < c->edges.size; i++) {
        uint32_t from = c->edges.data[i].from;
        c->out_edge.data[c->out_start.data[from] + next.data[from]++] = i;
    }
    vector_free(&next);
}

struct action action_skip(struct program *p)
{
    return (struct action){.kind = ACT_LOCAL, .guard = expr_bool(p->exprs, true), .object = NONE, .call_result = NONE};
}

expr program_cell_expr(const struct program *p, uint32_t cell, expr index)
{
    assert(cell < p->cells.size && (index != NULL) == cell_is_array(&p->cells.data[cell]));
    const struct cell *c = &p->cells.data[cell];
    return index ? expr_read(p->exprs, c->width, cell, index) : expr_cell(p->exprs, c->width, cell);
}

/* Positions' strings, cells' arrays and actions' arrays are copied, so that the copy outlives the original. */
struct program *program_clone(const struct program *p)
{
    assert(p->exprs);
    struct program *q = program_new(p->exprs);
    vector_each(const struct cell *, c, &p->cells)
        program_add_cell(q, *c);
    for (uint32_t i = 0; i < p->checks.size; i++) {
        program_add_check(q, p->checks.data[i]);
        q->checks.data[i].kind = p->checks.data[i].kind;
    }
    for (uint32_t i = 0; i < p->codes.size; i++) {
        const struct code *c = &p->codes.data[i];
        program_add_code(q, c->name);
        struct code *d = &q->codes.data[i];
        d->entry = c->entry;
        d->exit = c->exit;
        d->result = c->result;
        d->instances = c->instances;
        d->first_id = c->first_id;
        vector_each(const uint32_t *, x, &c->parameters)
            vector_push(&d->parameters, *x);
        vector_reserve(&d->locations, c->locations.size);
        vector_each(const struct location *, l, &c->locations) {
            struct location m = *l;
            m.flags &= (uint8_t)~(LOC_INTERRUPT | LOC_BLOCKING);
            m.reason = l->reason ? arena_strdup(&q->arena, l->reason) : NULL;
            vector_push(&d->locations, m);
        }
        vector_reserve(&d->edges, c->edges.size);
        vector_each(const struct edge *, e, &c->edges)
            code_add_edge(q, i, e->from, e->to, &e->action);
        code_index(d);
    }
    vector_each(const char *const *, text, &p->predicates)
        vector_push(&q->predicates, arena_strdup(&q->arena, *text));
    vector_each(const struct uncovered *, u, &p->uncovered)
        program_add_uncovered(q, u->what, u->pos);
    q->template_count = p->template_count;
    q->access_count = p->access_count;
    q->input_count = p->input_count;
    q->pointer_width = p->pointer_width;
    return q;
}

/* --- elements of array cells --- */

static uint64_t range_instances(const struct cell_range *r, const uint32_t *instances)
{
    return r->per_instance == NONE ? 1 : instances[r->per_instance];
}

uint64_t cell_slots(const struct cell *c, const uint32_t *instances)
{
    if (!cell_is_array(c))
        return 1;
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->range_count; i++)
        n += c->ranges[i].count * range_instances(&c->ranges[i], instances);
    return n;
}

/* Number of index within one copy of the range, or NONE64. */
static uint64_t slot_in_copy(const struct cell_range *r, uint64_t offset)
{
    if (r->count == 1)
        return offset == 0 ? 0 : NONE64;
    uint64_t i = offset / r->stride;
    return i < r->count && offset % r->stride == 0 ? i : NONE64;
}

uint64_t cell_slot(const struct cell *c, uint64_t index, const uint32_t *instances)
{
    assert(cell_is_array(c) && c->ranges);
    uint64_t base = 0;
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        uint64_t copies = range_instances(r, instances), n = 0, offset = index - r->first;
        if (index >= r->first) {
            if (copies > 1 && r->instance_stride) {
                n = offset / r->instance_stride;
                n = n < copies ? n : copies - 1;
                offset -= n * r->instance_stride;
            }
            uint64_t s = copies ? slot_in_copy(r, offset) : NONE64;
            if (s != NONE64)
                return base + n * r->count + s;
        }
        base += r->count * copies;
    }
    return NONE64;
}

uint64_t cell_slot_index(const struct cell *c, uint64_t slot, const uint32_t *instances)
{
    assert(cell_is_array(c) && slot < cell_slots(c, instances));
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        uint64_t slots = r->count * range_instances(r, instances);
        if (slot < slots)
            return r->first + slot / r->count * r->instance_stride + slot % r->count * r->stride;
        slot -= slots;
    }
    return NONE64;
}

/* --- questions --- */

bool action_is_locked(const struct program *p, const struct action *a)
{
    for (uint32_t i = 0; i < a->access_count && a->kind == ACT_ATOMIC; i++) {
        uint8_t role = p->cells.data[a->accesses[i].cell].role;
        if (a->accesses[i].order != ORDER_PLAIN && (role == CELL_DATA || role == CELL_SYNC))
            return true;
    }
    return false;
}

bool program_has_calls(const struct program *p) { return p->codes.size > p->template_count; }

bool program_has_unbounded(const struct program *p)
{
    for (uint32_t t = 0; t < p->template_count; t++)
        if (p->codes.data[t].instances == UNBOUNDED)
            return true;
    return false;
}

static unsigned __int128 sum_of_all(const struct code *c, uint64_t most, uint64_t ended)
{
    if (c->instances != UNBOUNDED)
        return (unsigned __int128)most * c->instances;
    return (unsigned __int128)most * MOST_THREADS_AT_A_TIME + ((unsigned __int128)ended << 62);
}

uint32_t program_last_id(const struct program *p, uint32_t code)
{
    assert(code < p->template_count);
    const struct code *c = &p->codes.data[code];
    uint32_t last = UINT32_MAX;
    if (c->instances != UNBOUNDED)
        return c->first_id + c->instances - 1;
    for (uint32_t t = 0; t < p->template_count; t++)
        if (p->codes.data[t].first_id > c->first_id && p->codes.data[t].first_id - 1 < last)
            last = p->codes.data[t].first_id - 1;
    return last;
}

struct part_sums code_part_sums(const struct code *c, const int64_t *part)
{
    struct part_sums s = {0};
    uint64_t down_ended = 0, up_ended = 0;
    for (uint32_t l = 0; l < c->locations.size; l++) {
        uint64_t down = part[l] < 0 ? -(uint64_t)part[l] : 0, up = part[l] > 0 ? (uint64_t)part[l] : 0;
        s.down_of_one = down > s.down_of_one ? down : s.down_of_one;
        s.up_of_one = up > s.up_of_one ? up : s.up_of_one;
        if (l == c->exit) {
            down_ended = down;
            up_ended = up;
        }
    }
    s.down = sum_of_all(c, s.down_of_one, down_ended);
    s.up = sum_of_all(c, s.up_of_one, up_ended);
    return s;
}
