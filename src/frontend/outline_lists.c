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

/* --- what may be a list --- */

/* `head = element->link`, where element was read from head; the load of the link. */
static LLVMValueRef takes_first(struct lists *l, LLVMValueRef store, struct list_cell *head, int64_t *link)
{
    LLVMValueRef next = LLVMIsAStoreInst(store) ? LLVMIsALoadInst(LLVMGetOperand(store, 0)) : NULL;
    LLVMValueRef element = next && list_is_pointer(next) ? LLVMIsALoadInst(list_base_of(l, LLVMGetOperand(next, 0), link)) : NULL;
    return element && list_leads_to(l, LLVMGetOperand(store, 1), head) && list_is_cell(l, LLVMGetOperand(element, 0), *head) ? next
                                                                                                                             : NULL;
}

/* What a lock that is taken and given back by this call is; NULL if it is none that excludes. */
LLVMValueRef list_mutex_of(LLVMValueRef call)
{
    const struct sync_call *sync = LLVMIsACallInst(call) ? outline_sync_of(call) : NULL;
    if (!sync || sync->shared || (!sync->owned && sync->what != SYNC_CONDITION))
        return NULL;
    return LLVMGetArgOperand(call, sync->what == SYNC_CONDITION ? 1 : 0);
}

static void add_links(struct lists *l, struct list *list, LLVMValueRef address)
{
    const u32_vector *set = pointsto_of(l->b->pointsto, address);
    vector_each(const uint32_t *, p, set) {
        vector_push(&list->links, *p);
        bitset_add(&l->elements, place_get(&l->b->pointsto->places, *p)->object);
    }
}

/* The mutex that was locked last before an instruction, on the way that leads there alone. */
static bool lock_before(struct lists *l, LLVMValueRef at, struct list_cell *out)
{
    enum { MOST_BLOCKS = 64 };
    LLVMBasicBlockRef block = LLVMGetInstructionParent(at);
    for (int n = 0; n < MOST_BLOCKS && block; n++) {
        for (LLVMValueRef i = at ? LLVMGetPreviousInstruction(at) : LLVMGetLastInstruction(block); i;
             i = LLVMGetPreviousInstruction(i)) {
            LLVMValueRef mutex = list_mutex_of(i);
            if (mutex && outline_sync_of(i)->what != SYNC_UNLOCK)
                return list_leads_to(l, mutex, out);
        }
        at = NULL;
        LLVMBasicBlockRef before = NULL;
        each_use(u, LLVMBasicBlockAsValue(block))
        {
            LLVMValueRef last = LLVMIsAInstruction(LLVMGetUser(u));
            if (last && LLVMIsATerminatorInst(last) && LLVMGetInstructionParent(last) != block)
                before = LLVMGetInstructionParent(last); /* any: whether it was locked on all ways is seen later */
        }
        block = before;
    }
    return false;
}

static void find_candidates(struct lists *l)
{
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block)
        {
            struct list made = {.holds = true};
            LLVMValueRef next = takes_first(l, i, &made.head, &made.shape.link);
            if (!next)
                continue;
            struct list *known = NULL;
            vector_each(struct list *, x, &l->all)
                if (x->head.object == made.head.object && x->head.first == made.head.first && x->shape.link == made.shape.link)
                    known = x;
            if (!known && l->all.size < MOST_LISTS && lock_before(l, i, &made.lock)) {
                vector_push(&l->all, made);
                known = &vector_last(&l->all);
            }
            if (known)
                add_links(l, known, LLVMGetOperand(next, 0));
        }
}

/* --- what may be written --- */

static struct outline_place as_outline(const struct place *p)
{
    return (struct outline_place){
        .object = p->object, .first = p->first, .stride = p->stride, .end = p->stride ? p->end : p->first + 1};
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

static bool is_head(const struct lists *l, struct list_cell cell)
{
    bool found = false;
    vector_each(const struct list *, x, &l->all)
        found |= x->head.object == cell.object && x->head.first == cell.first;
    return found;
}

/* `tail->link = element`, where tail is one pointer. */
static void find_tails(struct lists *l)
{
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block)
        {
            int64_t offset;
            struct list_cell tail;
            LLVMValueRef last = LLVMIsAStoreInst(i) ? LLVMIsALoadInst(list_base_of(l, LLVMGetOperand(i, 1), &offset)) : NULL;
            uint64_t may =
                last && list_leads_to(l, LLVMGetOperand(last, 0), &tail) ? lists_at(l, LLVMGetOperand(i, 1), pointer_size(l)) : 0;
            for (uint32_t k = 0; may && !is_head(l, tail) && k < l->all.size; k++) {
                struct list *x = &l->all.data[k];
                if (may >> (LINKS + k) & 1 && offset == x->shape.link && x->shape.tail == NO_TAIL) {
                    x->shape.tail = TAIL_NULL_IF_EMPTY;
                    x->tail = tail;
                }
            }
        }
    map_clear(&l->written);
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

/* Whatever turns out to be no list is left out, and all is looked at again without it. */
static void follow_all(struct lists *l)
{
    do {
        l->broken = false;
        vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live) {
            uint64_t written = lists_of(l, *fn);
            if (written && !lists_follow(l, *fn) && !l->broken)
                lists_break(l, written);
            if (l->broken)
                break;
        }
    } while (l->broken && any_holds(l));
    l->notes = true;
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        if (any_holds(l) && lists_of(l, *fn))
            lists_follow(l, *fn);
}

/* An initial value with addresses in it. */
static bool has_addresses(LLVMValueRef initial)
{
    if (LLVMIsAGlobalValue(initial))
        return true;
    bool found = false;
    for (int k = 0; k < LLVMGetNumOperands(initial) && !found; k++)
        found = has_addresses(LLVMGetOperand(initial, (unsigned)k));
    return found;
}

static bool begins_with_null(struct lists *l, struct list_cell cell)
{
    const struct object *o = &l->b->pointsto->places.objects.data[cell.object];
    return o->kind != OBJECT_GLOBAL || !LLVMGetInitializer(o->value) || !has_addresses(LLVMGetInitializer(o->value));
}

void outline_find_lists(struct outliner *b)
{
    struct lists *l = NEW(struct lists);
    l->b = b;
    b->lists = l;
    if (!b->front->options->extern_havoc) /* what is not shown might write anything */
        find_candidates(l);
    if (!l->all.size)
        return;
    find_tails(l);
    vector_each(struct list *, x, &l->all)
        x->holds = begins_with_null(l, x->head) && (x->shape.tail == NO_TAIL || begins_with_null(l, x->tail));
    find_touching(l);
    follow_all(l);
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
    map_free(&l->written);
    map_free(&l->alone);
    map_free(&l->number_of);
    mem_free(l);
    b->lists = NULL;
}
