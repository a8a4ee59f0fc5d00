/* What may be a list (outline_lists.c), by how it is used: its head, the offset of its links, its mutex and its tail. Whether it is one is seen later; what is not found here is none. */
#include "frontend/list_paths.h"

static uint64_t pointer_size(const struct lists *l) { return LLVMPointerSize(l->b->front->layout); }

/* `head = element->link`, where element was read from head; the load of the link. */
static LLVMValueRef takes_first(struct lists *l, LLVMValueRef store, struct list_cell *head, int64_t *link)
{
    LLVMValueRef next = LLVMIsAStoreInst(store) ? LLVMIsALoadInst(LLVMGetOperand(store, 0)) : NULL;
    LLVMValueRef element = next && list_is_pointer(next) ? LLVMIsALoadInst(list_base_of(l, LLVMGetOperand(next, 0), link)) : NULL;
    return element && list_leads_to(l, LLVMGetOperand(store, 1), head) && list_is_cell(l, LLVMGetOperand(element, 0), *head) ? next
                                                                                                                             : NULL;
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

/* It has this head, and links at this offset, of which one is at this address. */
static void add_candidate(struct lists *l, struct list_cell head, int64_t link, LLVMValueRef at, LLVMValueRef address)
{
    struct list made = {.head = head, .shape.link = link, .holds = true}, *known = NULL;
    vector_each(struct list *, x, &l->all)
        if (x->head.object == head.object && x->head.first == head.first && x->shape.link == link)
            known = x;
    if (!known && l->all.size < MOST_LISTS && lock_before(l, at, &made.lock)) {
        vector_push(&l->all, made);
        known = &vector_last(&l->all);
    }
    if (known)
        add_links(l, known, address);
}

/* `element->link = head` and `head = element`, where something is put before the first element. */
static bool puts_first(struct lists *l, LLVMValueRef store, struct list_cell *head, int64_t *link)
{
    LLVMValueRef first = LLVMIsAStoreInst(store) ? LLVMIsALoadInst(LLVMGetOperand(store, 0)) : NULL;
    if (!first || !list_is_pointer(first) || !list_leads_to(l, LLVMGetOperand(first, 0), head))
        return false;
    LLVMValueRef element = list_base_of(l, LLVMGetOperand(store, 1), link);
    if (!LLVMIsAInstruction(element) && !LLVMIsAArgument(element))
        return false;
    bool put = false;
    each_use(u, element)
    {
        LLVMValueRef user = LLVMGetUser(u);
        put |= LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == element && list_is_cell(l, LLVMGetOperand(user, 1), *head);
    }
    return put;
}

enum { MOST_TAIL_STORES = 256 };

/* A store of the address of one place into one pointer. */
struct tail_store {
    LLVMValueRef store;
    struct list_cell tail, to;
};

typedef VECTOR(struct tail_store) tail_stores;

/* A tail that is set to one place here, and to the link of an element there: the first may be the head, if it lies beside the tail or is a variable. */
static void add_by_tail(struct lists *l, const struct tail_store *head, const struct tail_store *link)
{
    int64_t offset;
    bool same = head->to.object == link->to.object && head->to.first == link->to.first;
    bool element =
        head->to.object != head->tail.object && l->b->pointsto->places.objects.data[head->to.object].kind != OBJECT_GLOBAL;
    if (same || element || head->tail.object != link->tail.object || head->tail.first != link->tail.first)
        return;
    (void)list_base_of(l, LLVMGetOperand(link->store, 0), &offset);
    add_candidate(l, head->to, offset, link->store, LLVMGetOperand(link->store, 0));
}

static void look_at(struct lists *l, LLVMValueRef i, tail_stores *tails)
{
    struct list_cell head;
    int64_t link;
    LLVMValueRef next = takes_first(l, i, &head, &link);
    struct tail_store t = {.store = i};
    if (next)
        add_candidate(l, head, link, i, LLVMGetOperand(next, 0));
    if (tails->size < MOST_TAIL_STORES && LLVMIsAStoreInst(i) && list_is_pointer(LLVMGetOperand(i, 0)) &&
        list_leads_to(l, LLVMGetOperand(i, 1), &t.tail) && list_leads_to(l, LLVMGetOperand(i, 0), &t.to))
        vector_push(tails, t);
}

void lists_find_candidates(struct lists *l)
{
    tail_stores tails = {0};
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block) look_at(l, i, &tails);
    for (uint32_t k = 0, count = tails.size; k < count; k++) { /* and it may be set from the beginning */
        struct tail_store t = tails.data[k];
        LLVMValueRef initial = list_initial_of(l, t.tail);
        if (initial && list_is_pointer(initial) && !LLVMIsNull(initial) && list_leads_to(l, initial, &t.to))
            vector_push(&tails, t);
    }
    vector_each(const struct tail_store *, x, &tails)
        vector_each(const struct tail_store *, y, &tails)
            add_by_tail(l, x, y);
    vector_free(&tails);
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block)
        {
            struct list_cell head;
            int64_t link;
            if (puts_first(l, i, &head, &link))
                add_candidate(l, head, link, i, LLVMGetOperand(i, 1));
        }
}

static bool is_head(const struct lists *l, struct list_cell cell)
{
    bool found = false;
    vector_each(const struct list *, x, &l->all)
        found |= x->head.object == cell.object && x->head.first == cell.first;
    return found;
}

/* The kind of tail that is read to write there: `tail->link = element`, or `*tail = element`, where it may lead to the head as well. */
static enum list_tail tail_by_write(const struct list *list, uint32_t k, uint64_t may, int64_t offset)
{
    if (!(may >> (LINKS + k) & 1))
        return NO_TAIL;
    if (may & ((UINT64_C(1) << TAILS) - 1))
        return offset || !(may >> k & 1) ? NO_TAIL : TAIL_LINK;
    return offset == list->shape.link ? TAIL_NULL_IF_EMPTY : NO_TAIL;
}

void lists_find_tails(struct lists *l)
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
                enum list_tail kind = tail_by_write(x, k, may, offset);
                struct list_cell lock;
                bool other =
                    kind != NO_TAIL && lock_before(l, i, &lock) && (lock.object != x->lock.object || lock.first != x->lock.first);
                if (kind != NO_TAIL && !other && x->shape.tail == NO_TAIL) {
                    x->shape.tail = kind;
                    x->tail = tail;
                }
            }
        }
    map_clear(&l->written);
}
