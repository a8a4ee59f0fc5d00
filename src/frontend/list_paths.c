/* Lists (outline_lists.c) on all ways through a function: a state (list_states.h) for each way that differs, from block to block. */
#include "frontend/list_paths.h"

enum { MOST_STATES = 24, MOST_ELEMENTS = 3 };

typedef VECTOR(struct list_state) states;

uint32_t list_number_of(struct lists *l, LLVMValueRef v)
{
    uint64_t known;
    if (!map_get(&l->number_of, map_pointer_key(v), &known)) {
        known = l->numbers++ | (LLVMIsAPHINode(v) ? LIST_CHOICE : 0);
        map_put(&l->number_of, map_pointer_key(v), known);
    }
    return (uint32_t)known;
}

struct list_term list_term_of(struct lists *l, const struct list_state *s, LLVMValueRef v)
{
    if (LLVMIsNull(v))
        return (struct list_term){.kind = TERM_NULL};
    return list_state_value(s, list_number_of(l, v));
}

static struct list_shape shape_of(const struct lists *l, struct list_term t)
{
    return t.list < l->all.size ? l->all.data[t.list].shape : (struct list_shape){0, NO_TAIL};
}

/* What an address leads into, and how far behind its beginning. The link of TERM_HEAD is the head. */
static struct list_term term_at(struct lists *l, const struct list_state *s, LLVMValueRef address, int64_t *offset)
{
    struct list_term t = list_term_of(l, s, list_base_of(l, address, offset));
    if (t.link)
        *offset += shape_of(l, t).link;
    return list_term_whole(t);
}

/* What a tail that leads to links is when this is put there. */
static struct list_term term_of_link(struct lists *l, const struct list_state *s, LLVMValueRef address, uint8_t list)
{
    int64_t offset;
    if (list_is_cell(l, address, l->all.data[list].head))
        return (struct list_term){.kind = TERM_HEAD, .list = list, .link = true};
    struct list_term t = term_at(l, s, address, &offset);
    if (t.kind == TERM_NULL || t.kind == TERM_ANY)
        return t;
    if (offset != l->all.data[list].shape.link || (t.kind != TERM_OWN && t.list != list))
        return (struct list_term){.kind = TERM_ANY};
    return (struct list_term){.kind = t.kind, .list = list, .number = t.number, .link = true};
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
            list_state_lock(s, k, l->all.data[k].shape);
    }
}

static bool has_tail(const struct lists *l, uint8_t list) { return l->all.data[list].shape.tail != NO_TAIL; }

/* What came behind an element, and still does as long as nothing is put behind the last one: that may be this one. */
static struct list_term next_of(const struct lists *l, const struct list_state *s, struct list_term element)
{
    struct list_term behind, last = {.kind = TERM_LAST, .list = element.list};
    bool longer = list_state_link(s, last, l->all.data[element.list].shape.link, &behind);
    uint8_t kind = longer ? TERM_ANY : element.number + 1 >= s->end[element.list] ? TERM_NULL : TERM_ELEMENT;
    return kind == TERM_ELEMENT ? (struct list_term){.kind = kind, .list = element.list, .number = element.number + 1}
                                : (struct list_term){.kind = kind};
}

/* What comes behind elements of which nothing else is known: others, as long as no link has been written. */
static struct list_term some_of(const struct lists *l, const struct list_state *s, struct list_term element)
{
    uint8_t kind = TERM_SOME;
    vector_each(const struct list_link *, x, &s->links)
        if (list_term_is_inside(x->from) && x->from.list == element.list && x->at == l->all.data[element.list].shape.link)
            kind = TERM_ANY;
    return (struct list_term){.kind = kind, .list = element.list};
}

static void load(struct lists *l, struct list_state *s, LLVMValueRef i)
{
    struct list_term got = {.kind = TERM_ANY};
    int64_t offset;
    struct list_term from = term_at(l, s, LLVMGetOperand(i, 0), &offset);
    bool plain = LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && list_is_pointer(i);
    for (uint8_t k = 0; plain && k < l->all.size; k++) {
        bool by_tail = from.kind == TERM_HEAD && from.list == k && offset == l->all.data[k].shape.link;
        if (s->locked >> k & 1 && (by_tail || list_is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].head)))
            got = s->heads[k];
        else if (s->locked >> k & 1 && has_tail(l, k) && list_is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].tail))
            got = s->tails[k];
        else if (from.kind == TERM_ELEMENT && from.list == k && offset == l->all.data[k].shape.link)
            got = from.number < MOST_ELEMENTS ? next_of(l, s, from) : some_of(l, s, from);
        else if (from.kind == TERM_SOME && from.list == k && offset == l->all.data[k].shape.link)
            got = some_of(l, s, from);
        else if (from.kind == TERM_BEHIND && from.list == k && offset == l->all.data[k].shape.link)
            got = from;
    }
    if (plain)
        list_state_link(s, from, offset, &got);
    list_state_assume(s, from, false);
    uint32_t number = list_number_of(l, i);
    list_state_renew(s, number);
    if ((got.kind == TERM_OWN || got.kind == TERM_BEHIND) && got.number == number)
        got.kind = TERM_ANY; /* it was just made to mean nothing */
    list_state_bind(s, number, got);
}

static bool is_zero(LLVMValueRef i)
{
    if (LLVMIsAStoreInst(i))
        return LLVMIsNull(LLVMGetOperand(i, 0));
    return !strncmp(called_name(i), "llvm.memset", 11) && LLVMIsNull(LLVMGetArgOperand(i, 1));
}

/* What is written into the head and the tail of a list, where that may be what an address leads to. */
static void write_ends(struct lists *l, struct list_state *s, LLVMValueRef i, LLVMValueRef to, uint8_t k, bool plain)
{
    const struct list *list = &l->all.data[k];
    LLVMValueRef value = plain ? LLVMGetOperand(i, 0) : NULL;
    bool locked = s->locked >> k & 1, links = list->shape.tail == TAIL_LINK;
    bool tail = list->shape.tail != NO_TAIL && list_is_cell(l, to, list->tail);
    if (plain && locked && list_is_cell(l, to, list->head))
        s->heads[k] = list_term_of(l, s, value);
    else if (plain && locked && tail)
        s->tails[k] = links ? term_of_link(l, s, value, k) : list_term_of(l, s, value);
    else if (locked || (!is_zero(i) && !(plain && tail && links && list_is_cell(l, value, list->head))))
        lists_break(l, UINT64_C(1) << k);
}

/* By way of a tail that leads to the head. */
static void write_head(struct lists *l, struct list_state *s, struct list_cell head, struct list_term value)
{
    for (uint8_t k = 0; k < l->all.size; k++)
        if (l->all.data[k].head.object == head.object && l->all.data[k].head.first == head.first && l->all.data[k].holds) {
            s->heads[k] = value;
            if (!(s->locked >> k & 1))
                lists_break(l, UINT64_C(1) << k);
        }
}

static void write(struct lists *l, struct list_state *s, LLVMValueRef i, LLVMValueRef to, uint64_t width)
{
    int64_t offset;
    uint64_t may = lists_at(l, to, width);
    if (!may)
        return;
    bool plain = LLVMIsAStoreInst(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && list_is_pointer(LLVMGetOperand(i, 0));
    struct list_term value = plain ? list_term_of(l, s, LLVMGetOperand(i, 0)) : (struct list_term){.kind = TERM_ANY};
    struct list_term exact = term_at(l, s, to, &offset), of = exact;
    if (exact.kind == TERM_HEAD && plain && offset == shape_of(l, exact).link) {
        write_head(l, s, l->all.data[exact.list].head, value);
        return;
    }
    for (uint8_t k = 0; k < l->all.size; k++) {
        bool head = may >> k & 1, tail = may >> (TAILS + k) & 1, element = exact.kind != TERM_ANY && exact.kind != TERM_NULL;
        bool apart = !bitset_has(&l->elements, l->all.data[k].head.object) &&
                     (l->all.data[k].shape.tail == NO_TAIL || !bitset_has(&l->elements, l->all.data[k].tail.object));
        if ((head || tail) && l->all.data[k].holds && !(element && apart && exact.kind != TERM_HEAD))
            write_ends(l, s, i, to, k, plain);
    }
    if (!(may >> LINKS))
        return;
    if (of.kind == TERM_ANY)
        of = list_term_whole(list_term_of(l, s, outline_root_of(l->b, to)));
    bool in_list = list_term_is_inside(of), by_link = exact.kind != TERM_ANY && plain && offset == shape_of(l, exact).link;
    if (!list_state_is_alone(s, of, shape_of(l, of)) || of.kind == TERM_HEAD || of.kind == TERM_SOME || of.kind == TERM_BEHIND ||
        (in_list && !by_link)) {
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

bool list_may_be_element(struct lists *l, LLVMValueRef v)
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
    struct list_term t = list_term_of(l, s, outline_root_of(l->b, pointer));
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
            bool own = nobody_else_has(l, s, a) && !list_term_is_inside(list_term_of(l, s, outline_root_of(l->b, a)));
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
    struct list_function *f = list_function_of(l, callee);
    if (f)
        list_pass(l, s, i, f);
    if (!list_is_pointer(i) || !list_may_be_element(l, i))
        return;
    uint32_t number = list_number_of(l, i);
    list_state_renew(s, number);
    if (allocates(i) || (f && f->returns))
        list_state_bind(s, number, (struct list_term){.kind = TERM_OWN, .number = number});
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
    else if (LLVMIsAReturnInst(i)) {
        end_sections(l, s);
        list_leave_function(l, s, i);
    }
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
        for (unsigned k = 0; list_is_pointer(i) && list_may_be_element(l, i) && k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from) {
                vector_push(&chosen, (struct list_binding){list_number_of(l, i), list_term_of(l, s, LLVMGetIncomingValue(i, k))});
                break;
            }
    vector_each(const struct list_binding *, c, &chosen)
        list_state_bind(s, c->value, c->to);
    vector_free(&chosen);
    each_instruction(i, from) if (list_is_pointer(i) && !is_used_beyond(i))
        list_state_bind(s, list_number_of(l, i), (struct list_term){.kind = TERM_ANY});
}

/* What the way out of a block says of a pointer that is compared with null. False if nobody takes it. */
static bool branch(struct lists *l, struct list_state *s, LLVMValueRef last, unsigned successor)
{
    LLVMValueRef compared = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    LLVMIntPredicate p = compared ? LLVMGetICmpPredicate(compared) : LLVMIntSLT;
    if (!compared || !LLVMIsNull(LLVMGetOperand(compared, 1)) || !list_is_pointer(LLVMGetOperand(compared, 0)) ||
        (p != LLVMIntEQ && p != LLVMIntNE))
        return true;
    return list_state_assume(s, list_term_of(l, s, LLVMGetOperand(compared, 0)), (p == LLVMIntEQ) == !successor);
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

static void free_states(states *all)
{
    vector_each(struct list_state *, s, all)
        list_state_free(s);
    vector_free(all);
}

/* A tail that is read, and leads to a link, is one of several things: a state for each. */
static void split(struct lists *l, states *here, LLVMValueRef i)
{
    for (uint8_t k = 0; LLVMIsALoadInst(i) && k < l->all.size; k++) {
        if (l->all.data[k].shape.tail != TAIL_LINK || !list_is_cell(l, LLVMGetOperand(i, 0), l->all.data[k].tail))
            continue;
        for (uint32_t n = 0, count = here->size; n < count; n++)
            for (uint32_t choice = TAIL_CHOICES; choice-- > 0 && here->data[n].tails[k].kind == TERM_UNREAD;) {
                struct list_state s;
                list_state_copy(&s, &here->data[n]);
                if (!list_state_read_tail(&s, k, choice)) {
                    list_state_free(&s);
                } else if (choice) {
                    vector_push(here, s);
                } else {
                    list_state_free(&here->data[n]);
                    here->data[n] = s;
                }
            }
    }
}

/* The states before each block, and which of them are still to be followed. */
struct following {
    struct map index;
    VECTOR(states) before;
    VECTOR(struct todo {
        LLVMBasicBlockRef block;
        uint32_t state;
    })
    todo;
};

/* Goes on behind a block. False if there are too many ways. */
static bool leave(struct lists *l, struct following *f, const struct list_state *s, LLVMBasicBlockRef block)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    bool few = true;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(last) && few; k++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
        struct list_state there;
        list_state_copy(&there, s);
        if (!branch(l, &there, last, k)) {
            list_state_free(&there);
            continue;
        }
        enter(l, &there, block, next);
        uint64_t at = 0;
        map_get(&f->index, map_pointer_key(next), &at);
        uint32_t count = f->before.data[at].size;
        few = add_state(&f->before.data[at], &there);
        if (f->before.data[at].size > count)
            vector_push(&f->todo, (struct todo){next, count});
    }
    return few;
}

static bool follow_block(struct lists *l, struct following *f, struct todo now)
{
    uint64_t at = 0;
    states here = {0};
    map_get(&f->index, map_pointer_key(now.block), &at);
    vector_push(&here, (struct list_state){0});
    list_state_copy(&here.data[0], &f->before.data[at].data[now.state]);
    bool few = true;
    each_instruction(i, now.block)
    {
        split(l, &here, i);
        vector_each(struct list_state *, s, &here)
            run_instruction(l, s, i);
        few &= here.size <= MOST_STATES;
        if (!few)
            break;
    }
    vector_each(const struct list_state *, s, &here)
        few = few && leave(l, f, s, now.block);
    free_states(&here);
    return few;
}

/* On all ways through a function. False if there are too many; or if a list has turned out to be none. */
bool lists_follow(struct lists *l, LLVMValueRef fn)
{
    struct following f = {.index = {0}};
    each_block(b, fn)
    {
        map_put(&f.index, map_pointer_key(b), f.before.size);
        vector_push(&f.before, (states){0});
    }
    map_clear(&l->number_of);
    l->numbers = 0;
    struct list_state first = {.locked = 0};
    list_enter_function(l, &first, fn);
    add_state(&f.before.data[0], &first);
    vector_push(&f.todo, (struct todo){LLVMGetEntryBasicBlock(fn), 0});
    bool few = true;
    while (f.todo.size && few && !l->broken)
        few = follow_block(l, &f, vector_pop(&f.todo));
    vector_each(states *, all, &f.before)
        free_states(all);
    vector_free(&f.before);
    vector_free(&f.todo);
    map_free(&f.index);
    return few && !l->broken;
}
