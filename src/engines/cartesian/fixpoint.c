/* A worklist of stores. The exceptions of a store are always part of it, so their successors are taken once at the
 * start; the product of a store is taken again whenever a row has grown. A product is reduced by the exceptions of its
 * store before it is joined with what is there. */
#include "engines/cartesian/fixpoint.h"

void cartesian_init(struct cartesian *c, struct cartesian_model *s) { *c = (struct cartesian){.model = s}; }

static void clear(struct cartesian *c)
{
    vector_each(struct product *, p, &c->abstract)
        product_free(p);
    vector_clear(&c->abstract);
    vector_clear(&c->order);
    vector_clear(&c->queue);
    bitset_clear(&c->queued);
    c->stopped = NULL;
    c->strayed = false;
}

void cartesian_free(struct cartesian *c)
{
    clear(c);
    vector_each(products *, e, &c->exceptions) {
        vector_each(struct product *, p, e)
            product_free(p);
        vector_free(e);
    }
    vector_free(&c->exceptions);
    vector_free(&c->abstract);
    vector_free(&c->order);
    vector_free(&c->queue);
    bitset_free(&c->queued);
}

void cartesian_except(struct cartesian *c, uint32_t store, const struct product *p)
{
    struct product_space *space = &c->model->space;
    if (store >= c->exceptions.size)
        vector_resize(&c->exceptions, store + 1);
    products *all = &c->exceptions.data[store];
    if (product_empty(space, p))
        return;
    vector_each(const struct product *, e, all)
        if (product_within(space, p, e))
            return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->size; i++)
        if (product_within(space, &all->data[i], p))
            product_free(&all->data[i]);
        else
            all->data[kept++] = all->data[i];
    all->size = kept;
    vector_push(all, product_copy(space, p));
}

uint64_t cartesian_products(const struct cartesian *c)
{
    uint64_t n = 0;
    vector_each(const products *, e, &c->exceptions)
        vector_each(const struct product *, p, e) {
            uint64_t members = 1;
            for (uint32_t i = 0; i < p->deviation_count; i++)
                members *= c->model->space.size[p->deviations[i].class] - i;
            n += members;
        }
    return n;
}

bool cartesian_has(const struct cartesian *c, uint32_t store)
{
    return (store < c->abstract.size && c->abstract.data[store].rows) ||
           (store < c->exceptions.size && c->exceptions.data[store].size);
}

/* --- the fixpoint --- */

static void enqueue(struct cartesian *c, uint32_t store)
{
    if (bitset_has(&c->queued, store))
        return;
    bitset_add(&c->queued, store);
    vector_push(&c->queue, store);
}

static bool strays(const struct cartesian *c, uint32_t class, row r)
{
    return bitset_next(rows_set(&c->model->space.rows, r), c->expected_locals[class]) != BITSET_END;
}

static bool is_stray(const struct cartesian *c, uint32_t store, const struct product *p)
{
    if (!c->expected)
        return false;
    if (!bitset_has(c->expected, store))
        return true;
    for (uint32_t k = 0; k < c->model->space.class_count; k++)
        if (c->model->classes.data[k].touches && strays(c, k, p->rows[k]))
            return true;
    for (uint32_t i = 0; i < p->deviation_count; i++)
        if (c->model->classes.data[p->deviations[i].class].touches && strays(c, p->deviations[i].class, p->deviations[i].row))
            return true;
    return false;
}

/* Joins p, without the exceptions, into what is known of the store. */
static void absorb(struct cartesian *c, uint32_t store, struct product *p)
{
    struct product_space *space = &c->model->space;
    if (store < c->exceptions.size)
        for (bool again = true; again;) {
            again = false;
            vector_each(const struct product *, e, &c->exceptions.data[store])
                again |= product_reduce(space, p, e);
            if (product_empty(space, p))
                return;
        }
    if (product_empty(space, p))
        return;
    c->strayed |= is_stray(c, store, p);
    if (store >= c->abstract.size)
        vector_resize(&c->abstract, store + 1);
    struct product *a = &c->abstract.data[store];
    bool changed = !a->rows;
    if (!a->rows) {
        a->rows = NEW_ARRAY(row, space->class_count + 1);
        vector_push(&c->order, store);
    }
    for (uint32_t k = 0; k < space->class_count; k++) {
        row r = a->rows[k];
        if (product_plain(space, p, k))
            r = rows_union(&space->rows, r, p->rows[k]);
        for (uint32_t i = 0; i < p->deviation_count; i++)
            if (p->deviations[i].class == k)
                r = rows_union(&space->rows, r, p->deviations[i].row);
        changed |= r != a->rows[k];
        a->rows[k] = r;
    }
    if (changed)
        enqueue(c, store);
}

/* p with one thread of the class, without deviation, at row r. */
static struct product move_plain(struct cartesian *c, const struct product *p, uint32_t class, row r)
{
    struct product_space *space = &c->model->space;
    struct product n = product_copy(space, p);
    if (space->size[class] == 1) {
        n.rows[class] = r;
    } else if (n.deviation_count < MOST_DEVIATIONS) {
        n.deviations[n.deviation_count++] = (struct deviation){class, r};
    } else { /* no room: one deviation is forgotten, its row becomes possible for all of its class */
        struct deviation d = n.deviations[--n.deviation_count];
        n.rows[d.class] = rows_union(&space->rows, n.rows[d.class], d.row);
        n.deviations[n.deviation_count++] = (struct deviation){class, r};
    }
    return n;
}

static void post(struct cartesian *c, uint32_t store, const struct product *p)
{
    struct cartesian_model *s = c->model;
    if (product_empty(&s->space, p))
        return;
    for (uint32_t k = 0; k < s->space.class_count; k++) {
        if (!product_plain(&s->space, p, k))
            continue;
        uint32_t image = cartesian_model_image(s, k, store, p->rows[k]);
        for (uint32_t i = 0; i < s->image_ranges.data[image].count; i++) {
            uint32_t at = s->image_ranges.data[image].begin + i;
            struct product n = move_plain(c, p, k, s->image_list.data[at].row);
            absorb(c, s->image_list.data[at].store, &n);
            product_free(&n);
        }
    }
    for (uint32_t d = 0; d < p->deviation_count; d++) {
        uint32_t image = cartesian_model_image(s, p->deviations[d].class, store, p->deviations[d].row);
        for (uint32_t i = 0; i < s->image_ranges.data[image].count; i++) {
            uint32_t at = s->image_ranges.data[image].begin + i;
            struct product n = product_copy(&s->space, p);
            n.deviations[d].row = s->image_list.data[at].row;
            absorb(c, s->image_list.data[at].store, &n);
            product_free(&n);
        }
    }
}

static void one_pass(struct cartesian *c)
{
    struct cartesian_model *s = c->model;
    struct product start = {.rows = NEW_ARRAY(row, s->space.class_count + 1)};
    for (uint32_t k = 0; k < s->space.class_count; k++)
        start.rows[k] = rows_one(&s->space.rows, cartesian_model_initial_local(s, k));
    absorb(c, cartesian_model_initial_store(s), &start);
    product_free(&start);
    for (uint32_t store = 0; store < c->exceptions.size; store++)
        for (uint32_t i = 0; i < c->exceptions.data[store].size; i++)
            post(c, store, &c->exceptions.data[store].data[i]);
    for (uint32_t head = 0; head < c->queue.size && !c->stopped && !c->strayed; head++) {
        uint32_t store = c->queue.data[head];
        bitset_remove(&c->queued, store);
        struct product now = product_copy(&s->space, &c->abstract.data[store]);
        post(c, store, &now);
        product_free(&now);
        const struct reason *why;
        if (s->stopped)
            c->stopped = s->stopped;
        else if (budget_ends(&s->budget, &why))
            c->stopped = why;
    }
    if (s->stopped)
        c->stopped = s->stopped;
    vector_clear(&c->queue);
}

void cartesian_run(struct cartesian *c)
{
    clear(c);
    c->stopped = c->model->stopped;
    do {
        if (c->model->stale)
            cartesian_model_forget_known(c->model);
        vector_each(const uint32_t *, store, &c->order)
            enqueue(c, *store);
        one_pass(c);
    } while (c->model->stale && !c->stopped && !c->strayed);
}

/* --- what it says --- */

row cartesian_row(struct cartesian *c, uint32_t store, uint32_t class)
{
    struct product_space *space = &c->model->space;
    row r = store < c->abstract.size && c->abstract.data[store].rows ? c->abstract.data[store].rows[class] : 0;
    for (uint32_t i = 0; store < c->exceptions.size && i < c->exceptions.data[store].size; i++) {
        const struct product *e = &c->exceptions.data[store].data[i];
        if (product_plain(space, e, class))
            r = rows_union(&space->rows, r, e->rows[class]);
        for (uint32_t d = 0; d < e->deviation_count; d++)
            if (e->deviations[d].class == class)
                r = rows_union(&space->rows, r, e->deviations[d].row);
    }
    return r;
}

const char *cartesian_unsupported(struct cartesian *c)
{
    const struct cartesian_model *s = c->model;
    for (uint32_t store = 0; store < s->stores.size; store++)
        for (uint32_t k = 0; k < s->space.class_count; k++) {
            const struct class *class = &s->classes.data[k];
            if (bitset_empty(&class->unsupported) || !cartesian_has(c, store))
                continue;
            const struct bitset *r = rows_set(&s->space.rows, cartesian_row(c, store, k));
            bitset_each(l, r)
                if (bitset_has(&class->unsupported, l)) {
                    uint64_t at = cartesian_model_location(s, k, l);
                    const char *why = s->program->codes.data[at >> 32].locations.data[(uint32_t)at].reason;
                    return why ? why : "an unsupported construct";
                }
        }
    return NULL;
}

static bool reaches_location(struct cartesian *c, const struct check *check)
{
    struct cartesian_model *s = c->model;
    for (uint32_t store = 0; store < s->stores.size; store++)
        for (uint32_t k = 0; k < s->space.class_count && cartesian_has(c, store); k++) {
            const struct class *class = &s->classes.data[k];
            if (bitset_empty(&class->errors))
                continue;
            const struct bitset *r = rows_set(&s->space.rows, cartesian_row(c, store, k));
            bitset_each(l, r) {
                uint64_t at = cartesian_model_location(s, k, l);
                if (bitset_has(&class->errors, l) &&
                    s->program->codes.data[at >> 32].locations.data[(uint32_t)at].check == check->id)
                    return true;
            }
        }
    return false;
}

/* --- races --- */

struct member { /* a thread of a product */
    uint32_t class;
    row states;
};

/* Who may make which of the two accesses: local states with their accesses, by thread. */
static bool accesses_meet(struct cartesian_model *s, uint32_t store, struct member one, struct member other,
                          const struct check *check)
{
    const struct bitset a = *rows_set(&s->space.rows, one.states), b = *rows_set(&s->space.rows, other.states);
    bitset_each(la, &a) {
        uint32_t x = cartesian_model_known(s, one.class, store, la);
        for (uint32_t i = 0; i < s->ranges.data[x].about_count; i++) {
            const struct about_access p = s->abouts.data[s->ranges.data[x].about + i];
            if (p.access != check->access_a || p.target == TARGET_NOWHERE)
                continue;
            bitset_each(lb, &b) {
                uint32_t y = cartesian_model_known(s, other.class, store, lb);
                for (uint32_t k = 0; k < s->ranges.data[y].about_count; k++) {
                    const struct about_access q = s->abouts.data[s->ranges.data[y].about + k];
                    bool pair = p.inside ? q.loose : q.inside ? p.loose : !p.loose && !q.loose;
                    if (q.access == check->access_b && q.target != TARGET_NOWHERE && pair && p.cell == q.cell &&
                        (p.target == TARGET_BLURRED || q.target == TARGET_BLURRED || p.slot == q.slot))
                        return true;
                }
            }
        }
    }
    return false;
}

static bool product_races(struct cartesian_model *s, uint32_t store, const struct product *p, const struct check *check)
{
    uint32_t n = s->space.class_count + p->deviation_count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            bool di = i >= s->space.class_count, dk = k >= s->space.class_count;
            uint32_t ci = di ? p->deviations[i - s->space.class_count].class : i;
            uint32_t ck = dk ? p->deviations[k - s->space.class_count].class : k;
            row ri = di ? p->deviations[i - s->space.class_count].row : p->rows[ci];
            row rk = dk ? p->deviations[k - s->space.class_count].row : p->rows[ck];
            if ((!di && product_plain(&s->space, p, ci) < (i == k ? 2 : 1)) || (!dk && !product_plain(&s->space, p, ck)) ||
                (di && i == k))
                continue;
            if (accesses_meet(s, store, (struct member){ci, ri}, (struct member){ck, rk}, check))
                return true;
        }
    return false;
}

bool cartesian_reaches(struct cartesian *c, const struct check *check)
{
    assert(check->id < c->model->program->checks.size);
    struct cartesian_model *s = c->model;
    if (check->kind != CHECK_PAIR)
        return reaches_location(c, check);
    for (uint32_t store = 0; store < s->stores.size; store++) {
        if (store < c->abstract.size && c->abstract.data[store].rows && product_races(s, store, &c->abstract.data[store], check))
            return true;
        for (uint32_t i = 0; store < c->exceptions.size && i < c->exceptions.data[store].size; i++)
            if (product_races(s, store, &c->exceptions.data[store].data[i], check))
                return true;
    }
    return false;
}
