/* Memory with a home: what hangs off one part of an object, and off no other one. A hash table whose buckets have a lock each is an array of homes, and the entries of a bucket, their keys and values are its members; so is a connection with
 * a lock and what it leads to. An access to a member under the lock that lies in its home does not race with another one of the same kind: they have the same home, so it is the same lock.
 *
 * That it is so is looked at without regard to locks or to the shape of what hangs there. Each object on the heap whose address is found only in homes and members is a member. It has no home at first, when only the thread knows it that has made it; it
 * gets one when its address is put into a home, or into what has one, and keeps it. Addresses of members are put only where the home is the same, so what is read in a home, or in what has one, has that home as well. Objects of which that
 * cannot be seen are left out, and all is looked at again. What functions are passed and return is taken to be as good as can be at first, and what does not turn out so is dropped (homes.h).
 *
 * Who uses it is engines/wide/homes.c. */
#include "frontend/homes.h"

enum { MOST_CLASSES = 32, MOST_ROUNDS = 64 };

/* --- which --- */

unsigned homes_meets(struct homes *h, LLVMValueRef v)
{
    uint64_t found = 0;
    if (LLVMIsAConstantInt(v) || LLVMIsABasicBlock(v) || LLVMIsAFunction(v))
        return 0;
    uint32_t set = pointsto_set(h->b->pointsto, v);
    if (!set || map_get(&h->touched, set, &found))
        return (unsigned)found;
    const u32_vector *places = places_set_members(&h->b->pointsto->sets, set);
    vector_each(const uint32_t *, p, places) {
        uint32_t object = place_get(&h->b->pointsto->places, *p)->object;
        found |= bitset_has(&h->class->homes, object) ? MEETS_HOMES : 0;
        found |= bitset_has(&h->class->members, object) ? MEETS_MEMBERS : 0;
    }
    map_put(&h->touched, set, found);
    return (unsigned)found;
}

bool homes_may_hold(struct homes *h, LLVMValueRef v)
{
    const u32_vector *set = pointsto_of(h->b->pointsto, v);
    vector_each(const uint32_t *, p, set)
        if (bitset_has(&h->class->holders, place_get(&h->b->pointsto->places, *p)->object))
            return true;
    return false;
}

void homes_refuse(struct homes *h, LLVMValueRef v)
{
    if (!(homes_meets(h, v) & MEETS_MEMBERS))
        return;
    const u32_vector *set = pointsto_of(h->b->pointsto, v);
    vector_each(const uint32_t *, p, set) {
        uint32_t object = place_get(&h->b->pointsto->places, *p)->object;
        if (bitset_has(&h->class->members, object))
            bitset_add(&h->wrong, object);
    }
}

struct home_function *homes_function_of(struct homes *h, LLVMValueRef fn)
{
    uint64_t k;
    return map_get(&h->function_of, map_pointer_key(fn), &k) ? &h->functions.data[k] : NULL;
}

static uint32_t object_at(const struct pointsto *p, uint32_t place) { return place_get(&p->places, place)->object; }

static void remove_all(struct home_class *c, const struct pointsto *p, const u32_vector *places)
{
    vector_each(const uint32_t *, x, places)
        bitset_remove(&c->members, object_at(p, *x));
}

/* Whatever hangs off homes. */
static void add_members(struct home_class *c, const struct pointsto *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct memory_node *, m, &p->memory) {
            uint32_t from = object_at(p, m->place);
            if (!bitset_has(&c->homes, from) && !bitset_has(&c->members, from))
                continue;
            const u32_vector *set = pointsto_at(p, m->node);
            vector_each(const uint32_t *, x, set) {
                const struct object *o = &p->places.objects.data[object_at(p, *x)];
                if (o->kind != OBJECT_HEAP || object_is_elsewhere(o) || bitset_has(&c->homes, object_at(p, *x)) ||
                    bitset_has(&c->members, object_at(p, *x)))
                    continue;
                bitset_add(&c->members, object_at(p, *x));
                changed = true;
            }
        }
    }
}

/* Without what is found from elsewhere as well. */
static void keep_own(struct home_class *c, const struct pointsto *p)
{
    remove_all(c, p, pointsto_at(p, p->results));
    remove_all(c, p, pointsto_at(p, p->outside));
    for (uint32_t count = UINT32_MAX; count != bitset_count(&c->members);) {
        count = bitset_count(&c->members);
        bitset_clear(&c->holders);
        vector_each(const struct memory_node *, m, &p->memory) {
            uint32_t from = object_at(p, m->place);
            const u32_vector *set = pointsto_at(p, m->node);
            if (!bitset_has(&c->homes, from) && !bitset_has(&c->members, from))
                remove_all(c, p, set);
            vector_each(const uint32_t *, x, set)
                if (bitset_has(&c->members, object_at(p, *x)))
                    bitset_add(&c->holders, from);
        }
    }
}

/* --- functions --- */

/* It is called, by nobody but those that name it, and left by returning alone. */
static bool are_callers_known(LLVMValueRef fn)
{
    return LLVMGetFirstUse(fn) && !has_address_taken(fn) && !function_jumps_out(fn) && strcmp(value_name(fn), "main") != 0 &&
           !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

static bool concerns(struct homes *h, LLVMValueRef fn)
{
    for (unsigned k = 0; k < LLVMCountParams(fn); k++)
        if (homes_meets(h, LLVMGetParam(fn, k)))
            return true;
    each_block(block, fn) each_instruction(i, block)
    {
        if (homes_meets(h, i))
            return true;
        for (int k = 0; !LLVMIsAPHINode(i) && k < LLVMGetNumOperands(i); k++)
            if (homes_meets(h, LLVMGetOperand(i, (unsigned)k)))
                return true;
    }
    return false;
}

static void find_functions(struct homes *h)
{
    vector_clear(&h->functions);
    map_clear(&h->function_of);
    vector_each(const LLVMValueRef *, fn, &h->b->pointsto->live)
        if (concerns(h, *fn)) {
            map_put(&h->function_of, map_pointer_key(*fn), h->functions.size);
            vector_push(&h->functions, (struct home_function){.fn = *fn, .known = are_callers_known(*fn)});
        }
}

static void follow_all(struct homes *h)
{
    do {
        h->changed = false;
        vector_each(struct home_function *, f, &h->functions)
            h->is_over |= !h->is_over && !homes_follow(h, f);
    } while (h->changed && !h->is_over && bitset_empty(&h->wrong));
}

/* --- what is known of accesses --- */

void homes_note(struct homes *h, LLVMValueRef instruction, LLVMValueRef address, struct home_term t)
{
    LLVMValueRef key[2] = {instruction, address};
    bool is_new;
    assert(h->notes_now && h->first_note.size == h->accesses.size);
    if (t.kind != HOME_UNSETTLED && (t.kind != HOME_AT || t.sum == HOME_OF_PARAMETERS))
        return;
    uint32_t k = intern_add(&h->accesses, key, sizeof key, &is_new);
    if (is_new)
        vector_push(&h->first_note, NONE);
    uint32_t class = (uint32_t)(h->class - h->all.data);
    if (h->first_note.data[k] != NONE && h->notes.data[h->first_note.data[k]].class == class)
        return; /* an argument that is passed twice */
    vector_push(&h->notes, (struct home_note){class, t.kind == HOME_UNSETTLED ? NONE : t.sum, h->first_note.data[k], t.offset});
    h->first_note.data[k] = h->notes.size - 1;
}

void outline_homes_of(struct outliner *b, LLVMValueRef instruction, LLVMValueRef address, struct outline_step *s)
{
    struct homes *h = b->homes;
    assert(h && s->kind == OUTLINE_ACCESS);
    LLVMValueRef key[2] = {instruction, address};
    uint32_t k = h->accesses.size ? intern_find(&h->accesses, key, sizeof key) : INTERN_NONE;
    s->homes = b->out->homes.size;
    for (uint32_t n = k == INTERN_NONE ? NONE : h->first_note.data[k]; n != NONE; n = h->notes.data[n].next) {
        const struct home_note *x = &h->notes.data[n];
        uint32_t base = x->sum == NONE ? NONE : outline_number_of_sum(b, intern_bytes(&h->sums, x->sum, NULL));
        if (base != NONE || x->sum == NONE)
            vector_push(&b->out->homes, (struct outline_home){x->class, base, x->offset});
    }
    s->home_count = b->out->homes.size - s->homes;
}

void outline_homes_rely(struct outliner *b)
{
    vector_each(const struct home_reading *, r, &b->homes->readings)
        if (r->function == b->function)
            vector_push(&b->out->readings, (struct outline_reading){r->class, b->procedure, outline_value_number(b, r->first),
                                                                    outline_value_number(b, r->again)});
}

/* --- classes --- */

/* The class with one of these objects; made if there is none. Classes that have one in common are one. */
static struct home_class *class_of(struct homes *h, const u32_vector *places)
{
    struct home_class *found = NULL;
    vector_each(const uint32_t *, id, places)
        vector_each(struct home_class *, c, &h->all) {
            if (c == found || !bitset_has(&c->homes, object_at(h->b->pointsto, *id)))
                continue;
            if (found) {
                bitset_unite(&found->homes, &c->homes);
                bitset_clear(&c->homes);
                found->stride = !c->stride || (found->stride && found->stride < c->stride) ? found->stride : c->stride;
            } else {
                found = c;
            }
        }
    if (!found && places->size && h->all.size < MOST_CLASSES) {
        vector_push(&h->all, (struct home_class){.stride = 0});
        found = &vector_last(&h->all);
    }
    return found;
}

static void add_home(struct homes *h, LLVMValueRef address)
{
    const u32_vector *set = pointsto_of(h->b->pointsto, address);
    struct home_class *c = class_of(h, set);
    vector_each(const uint32_t *, id, set) {
        const struct place *p = place_get(&h->b->pointsto->places, *id);
        if (!c)
            continue;
        bitset_add(&c->homes, p->object);
        if (!p->stride || (c->stride && c->stride <= p->stride))
            continue;
        c->stride = p->stride; /* the least: what does not fit is not known */
        c->origin = p->start;
    }
}

/* The number that finds the element of an array; false if the address is none of one. */
static bool index_of(struct homes *h, LLVMValueRef address, struct outline_index *out)
{
    struct outline_sum sum;
    int64_t offset;
    outline_sum_of(h->b->front, address, &sum, &offset);
    if (sum.count == 1)
        *out = outline_index_alone(&sum.indices[0]);
    return sum.count == 1;
}

/* Elements of an array that are found by the number of a lock in another one. */
static void add_striped(struct homes *h, LLVMValueRef fn)
{
    struct intern locked = {0};
    struct outline_index x;
    each_block(block, fn) each_instruction(i, block)
    {
        const struct sync_call *sync = LLVMIsACallInst(i) ? outline_sync_of(i) : NULL;
        if (sync && sync->owned && (sync->what == SYNC_LOCK || sync->what == SYNC_TRY) && index_of(h, LLVMGetArgOperand(i, 0), &x))
            intern_add(&locked, &x, sizeof x, NULL);
    }
    if (locked.size)
        each_block(block, fn) each_instruction(i, block)
        {
            LLVMValueRef value = LLVMIsALoadInst(i) ? i : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
            LLVMValueRef at = value ? LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1) : NULL;
            if (at && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind && index_of(h, at, &x) &&
                intern_find(&locked, &x, sizeof x) != INTERN_NONE)
                add_home(h, at);
        }
    intern_free(&locked);
}

static void find_classes(struct homes *h)
{
    vector_each(const LLVMValueRef *, fn, &h->b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block)
        {
            const struct sync_call *sync = LLVMIsACallInst(i) ? outline_sync_of(i) : NULL;
            if (sync && sync->owned && (sync->what == SYNC_LOCK || sync->what == SYNC_TRY))
                add_home(h, LLVMGetArgOperand(i, 0));
        }
    vector_each(const LLVMValueRef *, fn, &h->b->pointsto->live)
        add_striped(h, *fn);
}

/* A lock of a global variable has a name of its own already. */
static bool is_worth_it(struct homes *h, const struct home_class *c)
{
    bool worth = c->stride;
    bitset_each(x, &c->homes) {
        const struct object *o = &h->b->pointsto->places.objects.data[x];
        if (o->kind == OBJECT_FUNCTION || o->kind == OBJECT_THREAD_LOCAL || object_is_elsewhere(o))
            return false;
        worth |= o->kind != OBJECT_GLOBAL;
    }
    return worth && !bitset_empty(&c->homes);
}

/* False if there is nothing to be said of it. That the parts themselves are their own homes holds without members, too. */
static bool look_at_class(struct homes *h, struct home_class *c)
{
    const struct pointsto *p = h->b->pointsto;
    h->class = c;
    h->is_over = !is_worth_it(h, c);
    if (!h->is_over)
        add_members(c, p);
    for (uint32_t round = 0; !h->is_over; round++) {
        map_clear(&h->touched);
        keep_own(c, p);
        h->is_over = round == MOST_ROUNDS;
        if (h->is_over)
            break;
        find_functions(h);
        bitset_clear(&h->wrong);
        follow_all(h);
        if (!h->is_over && bitset_empty(&h->wrong)) {
            h->notes_now = true;
            follow_all(h);
            h->notes_now = false;
            return true;
        }
        bitset_subtract(&c->members, &h->wrong);
    }
    bitset_clear(&c->members);
    map_clear(&h->touched);
    return false;
}

void outline_find_homes(struct outliner *b)
{
    struct homes *h = NEW(struct homes);
    h->b = b;
    b->homes = h;
    if (!b->front->options->extern_havoc) /* what is not shown might write anything */
        find_classes(h);
    for (uint32_t k = 0; k < h->all.size; k++) {
        struct home_class *c = &h->all.data[k];
        if (!look_at_class(h, c))
            continue;
        bitset_each(x, &c->homes)
            vector_push(&b->out->members, (struct outline_member){k, outline_object_number(b, x), true});
        bitset_each(x, &c->members)
            vector_push(&b->out->members, (struct outline_member){k, outline_object_number(b, x), false});
    }
}

void outline_forget_homes(struct outliner *b)
{
    struct homes *h = b->homes;
    vector_each(struct home_class *, c, &h->all) {
        bitset_free(&c->homes);
        bitset_free(&c->members);
        bitset_free(&c->holders);
    }
    vector_free(&h->all);
    map_free(&h->first_read);
    vector_free(&h->readings);
    intern_free(&h->sums);
    intern_free(&h->accesses);
    vector_free(&h->first_note);
    vector_free(&h->notes);
    map_free(&h->touched);
    vector_free(&h->functions);
    map_free(&h->function_of);
    bitset_free(&h->wrong);
    mem_free(h);
    b->homes = NULL;
}
