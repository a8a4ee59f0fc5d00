/* Lists (outline_lists.c) on all ways through a function: a state (list_states.h) for each way that differs, from block to block. */
#include "frontend/list_paths.h"

enum { MOST_STATES = 24, MOST_ELEMENTS = 3 };

typedef VECTOR(struct list_state) states;

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

static void end_section(struct lists *l, struct list_state *s, uint8_t list)
{
    if (s->locked >> list & 1 && !list_state_unlock(s, list, l->all.data[list].shape))
        lists_break(l, UINT64_C(1) << list);
}

static void end_sections(struct lists *l, struct list_state *s)
{
    for (uint8_t k = 0; k < l->all.size; k++)
        end_section(l, s, k);
}

static void synchronise(struct lists *l, struct list_state *s, LLVMValueRef call)
{
    const struct sync_call *sync = outline_sync_of(call);
    LLVMValueRef mutex = list_mutex_of(call);
    if (!mutex)
        return;
    for (uint8_t k = 0; k < l->all.size; k++) {
        struct list_cell at;
        bool known = list_leads_to(l, mutex, &at),
             same = known && at.object == l->all.data[k].lock.object && at.first == l->all.data[k].lock.first;
        if (known && !same)
            continue;
        if (sync->what != SYNC_TRY)
            end_section(l, s, k);
        if (l->all.data[k].holds && same && (sync->what == SYNC_LOCK || sync->what == SYNC_CONDITION))
            list_state_lock(s, k);
    }
}

static bool has_tail(const struct lists *l, uint8_t list) { return l->all.data[list].shape.tail != NO_TAIL; }

/* What came behind an element, and still does as long as nothing is put behind the last one: that may be this one. */
static struct list_term next_of(const struct lists *l, const struct list_state *s, struct list_term element)
{
    struct list_term behind, last = {TERM_LAST, element.list, 0};
    bool longer = list_state_link(s, last, l->all.data[element.list].shape.link, &behind);
    uint8_t kind = longer ? TERM_ANY : element.number + 1 >= s->end[element.list] ? TERM_NULL : TERM_ELEMENT;
    return kind == TERM_ELEMENT ? (struct list_term){kind, element.list, element.number + 1} : (struct list_term){kind, 0, 0};
}

static void load(struct lists *l, struct list_state *s, LLVMValueRef i)
{
    struct list_term got = {TERM_ANY, 0, 0};
    int64_t offset;
    LLVMValueRef base = list_base_of(l, LLVMGetOperand(i, 0), &offset);
    struct list_term from = term_of(l, s, base);
    bool plain = LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && list_is_pointer(i);
    for (uint8_t k = 0; plain && k < l->all.size; k++) {
        if (s->locked >> k & 1 && list_is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].head))
            got = s->heads[k];
        else if (s->locked >> k & 1 && has_tail(l, k) && list_is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].tail))
            got = s->tails[k];
        else if (from.kind == TERM_ELEMENT && from.list == k && offset == l->all.data[k].shape.link && from.number < MOST_ELEMENTS)
            got = next_of(l, s, from);
    }
    if (plain)
        list_state_link(s, from, offset, &got);
    list_state_assume(s, from, false);
    uint32_t number = number_of(l, i);
    list_state_renew(s, number);
    if (got.kind == TERM_OWN && got.number == number)
        got.kind = TERM_ANY; /* it was just made to mean nothing */
    list_state_bind(s, number, got);
}

static struct list_shape shape_of(const struct lists *l, struct list_term t)
{
    return t.list < l->all.size ? l->all.data[t.list].shape : (struct list_shape){0, NO_TAIL};
}

static bool is_in_list(struct list_term t) { return t.kind == TERM_ELEMENT || t.kind == TERM_LAST; }

static void write(struct lists *l, struct list_state *s, LLVMValueRef i, LLVMValueRef to, uint64_t width)
{
    int64_t offset;
    uint64_t may = lists_at(l, to, width);
    if (!may)
        return;
    bool plain = LLVMIsAStoreInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && list_is_pointer(LLVMGetOperand(i, 0));
    struct list_term value = plain ? term_of(l, s, LLVMGetOperand(i, 0)) : (struct list_term){TERM_ANY, 0, 0};
    bool zero = LLVMIsAStoreInst(i) && LLVMIsNull(LLVMGetOperand(i, 0));
    for (uint8_t k = 0; k < l->all.size; k++) {
        bool locked = s->locked >> k & 1, head = may >> k & 1, tail = may >> (TAILS + k) & 1;
        if ((!head && !tail) || !l->all.data[k].holds)
            continue;
        if (plain && locked && head && list_is_cell(l, to, l->all.data[k].head))
            s->heads[k] = value;
        else if (plain && locked && tail && list_is_cell(l, to, l->all.data[k].tail))
            s->tails[k] = value;
        else if (locked || !zero)
            lists_break(l, UINT64_C(1) << k);
    }
    if (!(may >> LINKS))
        return;
    struct list_term exact = term_of(l, s, list_base_of(l, to, &offset)), of = exact;
    if (of.kind == TERM_ANY)
        of = term_of(l, s, outline_root_of(l->b, to));
    if (!list_state_is_alone(s, of, shape_of(l, of)) || (is_in_list(of) && (exact.kind == TERM_ANY || !plain))) {
        lists_break(l, may >> LINKS);
    } else if (exact.kind == TERM_ANY) {
        list_state_spoil(s, of, 0, 0);
    } else {
        list_state_assume(s, exact, false);
        list_state_spoil(s, exact, offset, width);
        if (plain)
            list_state_put_link(s, exact, offset, value);
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
    if (!list_is_pointer(pointer) || LLVMIsNull(pointer))
        return false;
    struct list_term t = term_of(l, s, outline_root_of(l->b, pointer));
    return list_state_is_alone(s, t, shape_of(l, t));
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
            bool own = nobody_else_has(l, s, a) && !is_in_list(term_of(l, s, outline_root_of(l->b, a)));
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
    if (!list_is_pointer(i) || !may_be_element(l, i))
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
    LLVMValueRef to = list_written_by(l, i, &width);
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
        for (unsigned k = 0; list_is_pointer(i) && may_be_element(l, i) && k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from) {
                vector_push(&chosen, (struct list_binding){number_of(l, i), term_of(l, s, LLVMGetIncomingValue(i, k))});
                break;
            }
    vector_each(const struct list_binding *, c, &chosen)
        list_state_bind(s, c->value, c->to);
    vector_free(&chosen);
    each_instruction(i, from) if (list_is_pointer(i) && !is_used_beyond(i))
        list_state_bind(s, number_of(l, i), (struct list_term){TERM_ANY, 0, 0});
}

/* What the way out of a block says of a pointer that is compared with null. False if nobody takes it. */
static bool branch(struct lists *l, struct list_state *s, LLVMValueRef last, unsigned successor)
{
    LLVMValueRef compared = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    LLVMIntPredicate p = compared ? LLVMGetICmpPredicate(compared) : LLVMIntSLT;
    if (!compared || !LLVMIsNull(LLVMGetOperand(compared, 1)) || !list_is_pointer(LLVMGetOperand(compared, 0)) ||
        (p != LLVMIntEQ && p != LLVMIntNE))
        return true;
    return list_state_assume(s, term_of(l, s, LLVMGetOperand(compared, 0)), (p == LLVMIntEQ) == !successor);
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
bool lists_follow(struct lists *l, LLVMValueRef fn)
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
            if (!branch(l, &there, last, k)) {
                list_state_free(&there);
                continue;
            }
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
