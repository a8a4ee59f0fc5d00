/* Lists whose elements have one owner at a time: free lists, stacks of jobs. An element is in a list, and then nobody touches it but under the list's lock; or it belongs to one thread,
 * which has got it from malloc, or has taken it out of a list, and not put it into one since. So two accesses to an element do not race if each is made by its owner, or under the lock of the list that it is in: from the one
 * to the other it has gone through a list, by its lock.
 *
 * A list has a head, which is one pointer, links at one offset in its elements, and a mutex, one place. It is one if this holds of the whole program: heads and links are only written in elements that belong to the
 * writer, or while the mutex is held; and whenever that is given back, the list consists of what it was, without what was taken out, and of what belonged to the thread before, each once. That is followed on all ways through each function
 * (list_states.h), element by element, where nothing that is called in between may do something to lists or locks. Null may be put into a head at any time: the elements are lost then.
 *
 * That heads and mutexes are there once, and that the mutexes exclude, is for engines/wide/lists.c to say. */
#include "frontend/list_states.h"
#include "frontend/outline_parts.h"

enum { MOST_STATES = 24, MOST_ELEMENTS = 3 };

struct list_cell {
    uint32_t object;
    uint64_t first;
};

struct list {
    struct list_cell head, lock;
    int64_t link;
    u32_vector links; /* places where links lie */
    bool holds;
};

struct lists {
    struct outliner *b;
    VECTOR(struct list) all;
    struct bitset elements; /* objects with links */
    struct map touches;     /* functions that may do something to a lock, or to a list, by themselves or by what they call */
    struct map written;     /* set of places, and width, to lists whose heads, and links, may be there */
    struct map alone;       /* instruction to operands whose memory nobody else has: the address, and the arguments, as bits */
    /* of the current function: */
    struct map number_of;
    uint32_t numbers;
    bool notes, broken; /* a list has turned out to be none */
};

typedef VECTOR(struct list_state) states;

static uint64_t pointer_size(const struct lists *l) { return LLVMPointerSize(l->b->front->layout); }

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* The one place that a pointer leads to. */
static bool leads_to(struct lists *l, LLVMValueRef pointer, struct list_cell *out)
{
    const u32_vector *set = pointsto_of(l->b->pointsto, pointer);
    const struct place *p = set->size == 1 ? place_get(&l->b->pointsto->places, set->data[0]) : NULL;
    if (!p || p->stride || p->distance || object_is_elsewhere(&l->b->pointsto->places.objects.data[p->object]))
        return false;
    *out = (struct list_cell){p->object, p->first};
    return true;
}

static bool is_cell(struct lists *l, LLVMValueRef pointer, struct list_cell c)
{
    struct list_cell at;
    return leads_to(l, pointer, &at) && at.object == c.object && at.first == c.first;
}

/* What an address is made from at a constant distance. */
static LLVMValueRef base_of(struct lists *l, LLVMValueRef address, int64_t *offset)
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
    LLVMValueRef element = next && is_pointer(next) ? LLVMIsALoadInst(base_of(l, LLVMGetOperand(next, 0), link)) : NULL;
    return element && leads_to(l, LLVMGetOperand(store, 1), head) && is_cell(l, LLVMGetOperand(element, 0), *head) ? next : NULL;
}

/* What a lock that is taken and given back by this call is; NULL if it is none that excludes. */
static LLVMValueRef mutex_of(LLVMValueRef call)
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
            LLVMValueRef mutex = mutex_of(i);
            if (mutex && outline_sync_of(i)->what != SYNC_UNLOCK)
                return leads_to(l, mutex, out);
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
            LLVMValueRef next = takes_first(l, i, &made.head, &made.link);
            if (!next)
                continue;
            struct list *known = NULL;
            vector_each(struct list *, x, &l->all)
                if (x->head.object == made.head.object && x->head.first == made.head.first && x->link == made.link)
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

/* Lists whose heads (low half) or links (high half) may be written by so many bytes there; 0: any number. */
static uint64_t lists_at(struct lists *l, LLVMValueRef pointer, uint64_t width)
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
            if (outline_places_overlap(&at, bytes, &head, pointer_size(l)))
                found |= UINT64_C(1) << k;
            vector_each(const uint32_t *, link, &list->links) {
                struct outline_place there = as_outline(place_get(places, *link));
                if (outline_places_overlap(&at, bytes, &there, pointer_size(l)))
                    found |= UINT64_C(1) << (32 + k);
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
static LLVMValueRef written_by(struct lists *l, LLVMValueRef i, uint64_t *width)
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
        LLVMValueRef to = written_by(l, i, &width), callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
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

/* --- following a function --- */

static uint32_t number_of(struct lists *l, LLVMValueRef v)
{
    uint64_t known;
    if (!map_get(&l->number_of, map_pointer_key(v), &known)) {
        known = l->numbers++ | (LLVMIsAPHINode(v) ? LIST_CHOICE : 0);
        map_put(&l->number_of, map_pointer_key(v), known);
    }
    return (uint32_t)known;
}

static struct list_term term_of(struct lists *l, const struct list_state *s, LLVMValueRef v)
{
    if (LLVMIsNull(v))
        return (struct list_term){TERM_NULL, 0, 0};
    return list_state_value(s, number_of(l, v));
}

static void is_no_list(struct lists *l, uint64_t which)
{
    for (uint32_t k = 0; k < l->all.size; k++)
        if (which >> k & 1 && l->all.data[k].holds) {
            l->all.data[k].holds = false;
            l->broken = true;
        }
}

static void end_section(struct lists *l, struct list_state *s, uint8_t list)
{
    if (s->locked >> list & 1 && !list_state_unlock(s, list, l->all.data[list].link))
        is_no_list(l, UINT64_C(1) << list);
}

static void end_sections(struct lists *l, struct list_state *s)
{
    for (uint8_t k = 0; k < l->all.size; k++)
        end_section(l, s, k);
}

static void synchronise(struct lists *l, struct list_state *s, LLVMValueRef call)
{
    const struct sync_call *sync = outline_sync_of(call);
    LLVMValueRef mutex = mutex_of(call);
    if (!mutex)
        return;
    for (uint8_t k = 0; k < l->all.size; k++) {
        struct list_cell at;
        bool known = leads_to(l, mutex, &at),
             same = known && at.object == l->all.data[k].lock.object && at.first == l->all.data[k].lock.first;
        if (known && !same)
            continue;
        if (sync->what != SYNC_TRY)
            end_section(l, s, k);
        if (l->all.data[k].holds && same && (sync->what == SYNC_LOCK || sync->what == SYNC_CONDITION))
            list_state_lock(s, k);
    }
}

static void load(struct lists *l, struct list_state *s, LLVMValueRef i)
{
    struct list_term got = {TERM_ANY, 0, 0};
    int64_t offset;
    LLVMValueRef base = base_of(l, LLVMGetOperand(i, 0), &offset);
    struct list_term from = term_of(l, s, base);
    bool plain = LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && is_pointer(i);
    for (uint8_t k = 0; plain && k < l->all.size; k++) {
        if (s->locked >> k & 1 && is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].head))
            got = s->heads[k];
        else if (from.kind == TERM_ELEMENT && from.list == k && offset == l->all.data[k].link && from.number < MOST_ELEMENTS)
            got = (struct list_term){TERM_ELEMENT, k, from.number + 1};
    }
    if (plain)
        list_state_link(s, from, offset, &got);
    uint32_t number = number_of(l, i);
    list_state_renew(s, number);
    if (got.kind == TERM_OWN && got.number == number)
        got.kind = TERM_ANY; /* it was just made to mean nothing */
    list_state_bind(s, number, got);
}

static void write(struct lists *l, struct list_state *s, LLVMValueRef i, LLVMValueRef to, uint64_t width)
{
    int64_t offset;
    uint64_t may = lists_at(l, to, width);
    if (!may)
        return;
    bool plain = LLVMIsAStoreInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && is_pointer(LLVMGetOperand(i, 0));
    struct list_term value = plain ? term_of(l, s, LLVMGetOperand(i, 0)) : (struct list_term){TERM_ANY, 0, 0};
    bool zero = LLVMIsAStoreInst(i) && LLVMIsNull(LLVMGetOperand(i, 0));
    for (uint8_t k = 0; k < l->all.size; k++) {
        if (!(may >> k & 1) || !l->all.data[k].holds)
            continue;
        bool locked = s->locked >> k & 1;
        if (plain && locked && is_cell(l, to, l->all.data[k].head))
            s->heads[k] = value;
        else if (locked || !zero)
            is_no_list(l, UINT64_C(1) << k);
    }
    if (!(may >> 32))
        return;
    struct list_term exact = term_of(l, s, base_of(l, to, &offset)), of = exact;
    if (of.kind == TERM_ANY)
        of = term_of(l, s, outline_root_of(l->b, to));
    if (of.kind == TERM_ANY) {
        is_no_list(l, may >> 32);
    } else if (exact.kind == TERM_ANY) {
        list_state_spoil(s, of, 0, 0);
        if (of.kind == TERM_ELEMENT)
            is_no_list(l, may >> 32);
    } else {
        list_state_spoil(s, exact, offset, width);
        if (plain)
            list_state_put_link(s, exact, offset, value);
        else if (exact.kind == TERM_ELEMENT)
            is_no_list(l, may >> 32);
    }
}

/* Whether a value may lead to elements of lists; of others nothing is remembered. */
static bool may_be_element(struct lists *l, LLVMValueRef v)
{
    const u32_vector *set = pointsto_of(l->b->pointsto, v);
    vector_each(const uint32_t *, p, set)
        if (bitset_has(&l->elements, place_get(&l->b->pointsto->places, *p)->object))
            return true;
    return false;
}

static bool nobody_else_has(struct lists *l, const struct list_state *s, LLVMValueRef pointer)
{
    return is_pointer(pointer) && !LLVMIsNull(pointer) && term_of(l, s, outline_root_of(l->b, pointer)).kind != TERM_ANY;
}

/* Which operands lead to memory that nobody else has, whatever the way there. */
static void note(struct lists *l, const struct list_state *s, LLVMValueRef i)
{
    enum { MOST = 62 };
    uint64_t mask = 0, before = UINT64_MAX;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: mask = nobody_else_has(l, s, LLVMGetOperand(i, 0)); break;
    case LLVMStore: mask = nobody_else_has(l, s, LLVMGetOperand(i, 1)); break;
    case LLVMCall:
        for (unsigned k = 0; k < LLVMGetNumArgOperands(i) && k < MOST; k++) {
            LLVMValueRef a = LLVMGetArgOperand(i, k);
            bool own = nobody_else_has(l, s, a) && term_of(l, s, outline_root_of(l->b, a)).kind != TERM_ELEMENT;
            mask |= (uint64_t)own << (k + 1);
            if (!k && nobody_else_has(l, s, a))
                mask |= 1;
        }
        break;
    default: return;
    }
    map_get(&l->alone, map_pointer_key(i), &before);
    map_put(&l->alone, map_pointer_key(i), before & mask);
}

static void run_call(struct lists *l, struct list_state *s, LLVMValueRef i)
{
    LLVMValueRef callee = called_function(i);
    if (is_debug_call(i))
        return;
    if (outline_sync_of(i))
        synchronise(l, s, i);
    else if (!callee ? !LLVMIsAInlineAsm(LLVMGetCalledValue(i)) : map_get(&l->touches, map_pointer_key(callee), NULL))
        end_sections(l, s);
    if (!is_pointer(i) || !may_be_element(l, i))
        return;
    uint32_t number = number_of(l, i);
    list_state_renew(s, number);
    if (allocates(i))
        list_state_bind(s, number, (struct list_term){TERM_OWN, 0, number});
}

static void run_instruction(struct lists *l, struct list_state *s, LLVMValueRef i)
{
    uint64_t width;
    if (l->notes)
        note(l, s, i);
    LLVMValueRef to = written_by(l, i, &width);
    if (to)
        write(l, s, i, to, width);
    if (LLVMIsALoadInst(i))
        load(l, s, i);
    else if (LLVMIsACallInst(i))
        run_call(l, s, i);
    else if (LLVMIsAReturnInst(i))
        end_sections(l, s);
}

/* Whether a value is used in other blocks, or at the beginning of any. */
static bool is_used_beyond(LLVMValueRef v)
{
    each_use(u, v)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v))
            return true;
        if (LLVMIsAGetElementPtrInst(user) && is_used_beyond(user))
            return true;
    }
    return false;
}

/* What is known where the next block begins. */
static void enter(struct lists *l, struct list_state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    VECTOR(struct list_binding) chosen = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; is_pointer(i) && may_be_element(l, i) && k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from) {
                vector_push(&chosen, (struct list_binding){number_of(l, i), term_of(l, s, LLVMGetIncomingValue(i, k))});
                break;
            }
    vector_each(const struct list_binding *, c, &chosen)
        list_state_bind(s, c->value, c->to);
    vector_free(&chosen);
    each_instruction(i, from) if (is_pointer(i) && !is_used_beyond(i))
        list_state_bind(s, number_of(l, i), (struct list_term){TERM_ANY, 0, 0});
}

static bool add_state(states *all, struct list_state *s)
{
    vector_each(const struct list_state *, x, all)
        if (list_states_equal(x, s)) {
            list_state_free(s);
            return true;
        }
    vector_push(all, *s);
    return all->size <= MOST_STATES;
}

/* On all ways through a function. False if there are too many; or if a list has turned out to be none. */
static bool follow(struct lists *l, LLVMValueRef fn)
{
    struct map index = {0};
    VECTOR(states) before = {0};
    VECTOR(struct todo {
        LLVMBasicBlockRef block;
        uint32_t state;
    })
    todo = {0};
    each_block(b, fn)
    {
        map_put(&index, map_pointer_key(b), before.size);
        vector_push(&before, (states){0});
    }
    map_clear(&l->number_of);
    l->numbers = 0;
    struct list_state first = {.locked = 0};
    add_state(&before.data[0], &first);
    vector_push(&todo, (struct todo){LLVMGetEntryBasicBlock(fn), 0});
    bool few = true;
    while (todo.size && few && !l->broken) {
        struct todo now = vector_pop(&todo);
        uint64_t at = 0;
        map_get(&index, map_pointer_key(now.block), &at);
        struct list_state s;
        list_state_copy(&s, &before.data[at].data[now.state]);
        each_instruction(i, now.block) run_instruction(l, &s, i);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(now.block);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last) && few; k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            struct list_state there;
            list_state_copy(&there, &s);
            enter(l, &there, now.block, next);
            map_get(&index, map_pointer_key(next), &at);
            uint32_t count = before.data[at].size;
            few = add_state(&before.data[at], &there);
            if (before.data[at].size > count)
                vector_push(&todo, (struct todo){next, count});
        }
        list_state_free(&s);
    }
    vector_each(states *, all, &before) {
        vector_each(struct list_state *, s, all)
            list_state_free(s);
        vector_free(all);
    }
    vector_free(&before);
    vector_free(&todo);
    map_free(&index);
    return few && !l->broken;
}

/* Lists that a function writes. */
static uint64_t lists_of(struct lists *l, LLVMValueRef fn)
{
    uint64_t found = 0;
    each_block(block, fn) each_instruction(i, block)
    {
        uint64_t width;
        LLVMValueRef to = written_by(l, i, &width);
        uint64_t may = to ? lists_at(l, to, width) : 0;
        found |= may | may >> 32;
    }
    return found & UINT32_MAX;
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
            if (written && !follow(l, *fn) && !l->broken)
                is_no_list(l, written);
            if (l->broken)
                break;
        }
    } while (l->broken && any_holds(l));
    l->notes = true;
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        if (any_holds(l) && lists_of(l, *fn))
            follow(l, *fn);
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

static bool begins_empty(struct lists *l, const struct list *list)
{
    const struct object *o = &l->b->pointsto->places.objects.data[list->head.object];
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
    vector_each(struct list *, x, &l->all)
        x->holds = begins_empty(l, x);
    find_touching(l);
    follow_all(l);
    vector_each(const struct list *, x, &l->all)
        if (x->holds)
            vector_push(&b->out->lists,
                        (struct outline_list){outline_object_number(b, x->head.object), outline_object_number(b, x->lock.object)});
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
