/* Lists whose elements have one owner at a time: free lists, stacks of jobs. An element is in a list, and then nobody touches it but under the list's lock; or it belongs to one thread,
 * which has got it from malloc, or has taken it out of a list, and not put it into one since. So two accesses to an element do not race if each is made by its owner, or under the lock of the list that it is in: from the one
 * to the other it has gone through a list, by its lock.
 *
 * A list has a head, which is one pointer, links at one offset in its elements, and a mutex, one place. It is one if this holds of the whole program: heads and links are only written in elements that belong to the
 * writer, or while the mutex is held; and whenever that is given back, the list consists of what it was, without what was taken out, and of what belonged to the thread before, each once. That is followed on all ways through each function
 * (list_states.h), element by element, where nothing that is called in between may do something to lists or locks. Null may be put into a head at any time: the elements are lost then.
 *
 * That heads and mutexes are there once, and that the mutexes exclude, is for engines/wide/lists.c to say. */
#include "frontend/list_paths.h"

static uint64_t pointer_size(const struct lists *l) { return LLVMPointerSize(l->b->front->layout); }

/* The one place that a pointer leads to. */
bool list_leads_to(struct lists *l, LLVMValueRef pointer, struct list_cell *out)
{
    const u32_vector *set = pointsto_of(l->b->pointsto, pointer);
    const struct place *p = set->size == 1 ? place_get(&l->b->pointsto->places, set->data[0]) : NULL;
    if (!p || p->stride || p->distance || object_is_elsewhere(&l->b->pointsto->places.objects.data[p->object]))
        return false;
    *out = (struct list_cell){p->object, p->first};
    return true;
}

bool list_is_cell(struct lists *l, LLVMValueRef pointer, struct list_cell c)
{
    struct list_cell at;
    return list_leads_to(l, pointer, &at) && at.object == c.object && at.first == c.first;
}

/* What an address is made from at a constant distance. */
LLVMValueRef list_base_of(struct lists *l, LLVMValueRef address, int64_t *offset)
{
    *offset = 0;
    while (LLVMIsAGetElementPtrInst(address) && constant_offset(l->b->front, address, offset))
        address = LLVMGetOperand(address, 0);
    return address;
}

/* What a lock that is taken and given back by this call is; NULL if it is none that excludes. */
LLVMValueRef list_mutex_of(LLVMValueRef call)
{
    const struct sync_call *sync = LLVMIsACallInst(call) ? outline_sync_of(call) : NULL;
    if (!sync || sync->shared || (!sync->owned && sync->what != SYNC_CONDITION))
        return NULL;
    return LLVMGetArgOperand(call, sync->what == SYNC_CONDITION ? 1 : 0);
}

/* --- what may be written --- */

static struct outline_place as_outline(const struct place *p)
{
    return (struct outline_place){.object = p->object,
                                  .first = p->first,
                                  .stride = p->stride,
                                  .end = p->stride ? p->end : p->first + 1,
                                  .inner = p->inner,
                                  .room = place_room(p)};
}

/* Lists whose heads, tails (from bit TAILS on) or links (from bit LINKS on) may be written by so many bytes there; 0: any number. */
uint64_t lists_at(struct lists *l, LLVMValueRef pointer, uint64_t width)
{
    uint64_t bytes = width && width < UINT32_MAX ? width : UINT32_MAX;
    uint64_t key = (uint64_t)pointsto_set(l->b->pointsto, pointer) << 32 | bytes, found = 0;
    if (map_get(&l->written, key, &found))
        return found;
    const struct places *places = &l->b->pointsto->places;
    const u32_vector *set = pointsto_of(l->b->pointsto, pointer);
    vector_each(const uint32_t *, id, set) {
        struct outline_place at = as_outline(place_get(places, *id));
        for (uint32_t k = 0; k < l->all.size; k++) {
            const struct list *list = &l->all.data[k];
            struct outline_place head = {.object = list->head.object, .first = list->head.first, .end = list->head.first + 1};
            struct outline_place tail = {.object = list->tail.object, .first = list->tail.first, .end = list->tail.first + 1};
            if (outline_places_overlap(&at, bytes, &head, pointer_size(l)))
                found |= UINT64_C(1) << k;
            if (list->shape.tail != NO_TAIL && outline_places_overlap(&at, bytes, &tail, pointer_size(l)))
                found |= UINT64_C(1) << (TAILS + k);
            vector_each(const uint32_t *, link, &list->links) {
                struct outline_place there = as_outline(place_get(places, *link));
                if (outline_places_overlap(&at, bytes, &there, pointer_size(l)))
                    found |= UINT64_C(1) << (LINKS + k);
            }
        }
    }
    map_put(&l->written, key, found);
    return found;
}

/* The front end's own calls that write. */
static LLVMValueRef written_by_call(struct lists *l, LLVMValueRef call, uint64_t *width)
{
    const char *name = called_name(call);
    bool havoc = !strcmp(name, "__heddle_havoc");
    if (!havoc && strcmp(name, "__heddle_writes") != 0 && strncmp(name, "llvm.mem", 8) != 0)
        return NULL;
    LLVMValueRef to = LLVMGetArgOperand(call, 0), size = LLVMIsAConstantInt(LLVMGetArgOperand(call, name[0] == '_' ? 1 : 2));
    *width = size ? LLVMConstIntGetZExtValue(size) : outline_bytes_behind(l->b->front, to);
    return to;
}

/* What an instruction writes; NULL if nothing. width: 0 if it is not known. */
LLVMValueRef list_written_by(struct lists *l, LLVMValueRef i, uint64_t *width)
{
    *width = 0;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMStore: *width = type_store_size(l->b->front, LLVMTypeOf(LLVMGetOperand(i, 0))); return LLVMGetOperand(i, 1);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return LLVMGetOperand(i, 0);
    case LLVMCall: return written_by_call(l, i, width);
    default: return NULL;
    }
}

/* --- functions --- */

/* Whether it touches lists or locks itself, or calls what is known to. */
static bool touches_now(struct lists *l, LLVMValueRef fn)
{
    each_block(block, fn) each_instruction(i, block)
    {
        uint64_t width;
        LLVMValueRef to = list_written_by(l, i, &width), callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (to && lists_at(l, to, width))
            return true;
        if (!LLVMIsACallInst(i) || is_debug_call(i))
            continue;
        if (outline_sync_of(i) || (!callee && !LLVMIsAInlineAsm(LLVMGetCalledValue(i))) ||
            (callee && map_get(&l->touches, map_pointer_key(callee), NULL)))
            return true;
    }
    return false;
}

static void find_touching(struct lists *l)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live) {
            if (map_get(&l->touches, map_pointer_key(*fn), NULL) || !touches_now(l, *fn))
                continue;
            map_put(&l->touches, map_pointer_key(*fn), 1);
            changed = true;
        }
    }
}

/* --- what is one --- */

void lists_break(struct lists *l, uint64_t which)
{
    for (uint32_t k = 0; k < l->all.size; k++)
        if (which >> k & 1 && l->all.data[k].holds) {
            bool other = l->all.data[k].shape.tail == TAIL_NULL_IF_EMPTY; /* it may be of the other kind */
            l->all.data[k].shape.tail = other ? TAIL_ANY_IF_EMPTY : l->all.data[k].shape.tail;
            l->all.data[k].holds = other;
            l->broken = true;
        }
}

/* These are no lists, of whatever kind. */
static void lists_end(struct lists *l, uint64_t which)
{
    for (uint32_t k = 0; k < l->all.size; k++)
        if (which >> k & 1 && l->all.data[k].holds) {
            l->all.data[k].holds = false;
            l->broken = true;
        }
}

/* Lists that a function writes. */
static uint64_t lists_of(struct lists *l, LLVMValueRef fn)
{
    uint64_t found = 0;
    each_block(block, fn) each_instruction(i, block)
    {
        uint64_t width;
        LLVMValueRef to = list_written_by(l, i, &width);
        uint64_t may = to ? lists_at(l, to, width) : 0;
        found |= may | may >> TAILS | may >> LINKS;
    }
    return found & ((UINT64_C(1) << MOST_LISTS) - 1);
}

static bool any_holds(const struct lists *l)
{
    bool any = false;
    vector_each(const struct list *, x, &l->all)
        any |= x->holds;
    return any;
}

static bool reads_head(struct lists *l, LLVMValueRef fn)
{
    struct list_cell at;
    each_block(block, fn) each_instruction(i, block)
    {
        bool leads = LLVMIsALoadInst(i) && list_is_pointer(i) && list_leads_to(l, LLVMGetOperand(i, 0), &at);
        vector_each(const struct list *, x, &l->all)
            if (leads && x->head.object == at.object && x->head.first == at.first)
                return true;
    }
    return false;
}

/* A function that writes lists, or goes through one, or whose arguments or results, or those of what it calls, may be elements. */
static bool is_followed(struct lists *l, LLVMValueRef fn)
{
    return lists_of(l, fn) || reads_head(l, fn) || list_function_of(l, fn) || list_calls_any(l, fn);
}

/* Whatever turns out to be no list is left out, and all is looked at again without it. */
static void follow_all(struct lists *l)
{
    VECTOR(LLVMValueRef) followed = {0};
    uint32_t kept;
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        if (is_followed(l, *fn))
            vector_push(&followed, *fn);
    do {
        l->broken = l->dropped = false;
        kept = 0;
        vector_each(const LLVMValueRef *, fn, &followed) {
            if (!l->broken && !lists_follow(l, *fn) && !l->broken) {
                lists_forget_function(l, *fn);
                lists_end(l, lists_of(l, *fn));
                continue; /* and nothing is said of it */
            }
            followed.data[kept++] = *fn;
        }
        followed.size = kept;
    } while ((l->broken || l->dropped) && any_holds(l));
    l->notes = true;
    vector_each(const LLVMValueRef *, fn, &followed)
        if (any_holds(l))
            lists_follow(l, *fn);
    vector_free(&followed);
}

/* What a constant holds at an offset; NULL if that is no member that begins there. */
static LLVMValueRef constant_at(struct lists *l, LLVMValueRef v, uint64_t offset)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
        return offset ? NULL : v;
    uint64_t size = kind == LLVMArrayTypeKind ? type_size(l->b->front, LLVMGetElementType(t)) : 0;
    uint64_t k = 0, count = size ? LLVMGetArrayLength2(t) : kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : 0;
    if (size)
        k = offset / size;
    else
        while (k + 1 < count && LLVMOffsetOfElement(l->b->front->layout, t, (unsigned)k + 1) <= offset)
            k++;
    LLVMValueRef part = k < count ? LLVMGetAggregateElement(v, (unsigned)k) : NULL;
    return part ? constant_at(l, part, offset - (size ? k * size : LLVMOffsetOfElement(l->b->front->layout, t, (unsigned)k)))
                : NULL;
}

LLVMValueRef list_initial_of(struct lists *l, struct list_cell cell)
{
    const struct object *o = &l->b->pointsto->places.objects.data[cell.object];
    LLVMValueRef initial = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->value) : NULL;
    return initial ? constant_at(l, initial, cell.first) : NULL;
}

/* With null; or the address of the head, for a tail that leads to links. */
static bool begins_right(struct lists *l, const struct list *list, struct list_cell cell, bool tail)
{
    const struct object *o = &l->b->pointsto->places.objects.data[cell.object];
    if (o->kind != OBJECT_GLOBAL || !LLVMGetInitializer(o->value))
        return true;
    LLVMValueRef value = list_initial_of(l, cell);
    return value && (LLVMIsNull(value) || (tail && list->shape.tail == TAIL_LINK && list_is_cell(l, value, list->head)));
}

void outline_find_lists(struct outliner *b)
{
    struct lists *l = NEW(struct lists);
    l->b = b;
    b->lists = l;
    if (!b->front->options->extern_havoc) /* what is not shown might write anything */
        lists_find_candidates(l);
    if (!l->all.size)
        return;
    lists_find_tails(l);
    vector_each(struct list *, x, &l->all)
        x->holds = begins_right(l, x, x->head, false) && (x->shape.tail == NO_TAIL || begins_right(l, x, x->tail, true));
    find_touching(l);
    lists_find_functions(l);
    follow_all(l);
    lists_say_given(l);
    vector_each(const struct list *, x, &l->all)
        if (x->holds) {
            uint32_t head = outline_object_number(b, x->head.object), lock = outline_object_number(b, x->lock.object);
            vector_push(&b->out->lists, (struct outline_list){head, lock});
            if (x->shape.tail != NO_TAIL)
                vector_push(&b->out->lists, (struct outline_list){outline_object_number(b, x->tail.object), lock});
        }
}

bool outline_is_alone(const struct outliner *b, LLVMValueRef instruction, uint32_t operand)
{
    uint64_t mask;
    return b->out->lists.size && operand < 63 && map_get(&b->lists->alone, map_pointer_key(instruction), &mask) &&
           mask >> operand & 1;
}

void outline_forget_lists(struct outliner *b)
{
    struct lists *l = b->lists;
    vector_each(struct list *, x, &l->all)
        vector_free(&x->links);
    vector_free(&l->all);
    bitset_free(&l->elements);
    map_free(&l->touches);
    map_free(&l->function_of);
    vector_free(&l->functions);
    map_free(&l->written);
    map_free(&l->alone);
    map_free(&l->number_of);
    mem_free(l);
    b->lists = NULL;
}
