/* Accesses to records that belong to the thread whose id is in them: `for (t = table; t; t = t->next) if (t->id == pthread_self()) break;`, and then `if (t) t->count++`. On every
 * way to such an access its pointer has been found to be null, or the id in what it points to has been found to be that of the thread. What is passed to a function by all its callers, or returned
 * at all its ends, counts as well. That the id is still there is for program/outline_owners.h to say.
 *
 * Memory from malloc does not lie at a multiple of 2^32, so that half of its address is not null either: programs that were written for 32 bits look at no more. */
#include "frontend/outline_parts.h"

enum { MOST_LOOKED_AT = 4000 }; /* values and blocks, for one access */

struct owners {
    struct outliner *b;
    struct map number_of;         /* set of places to the argument of the outline */
    VECTOR(LLVMValueRef) assumed; /* being looked at: what comes back to them adds nothing */
    uint32_t left;
};

/* Whose a pointer is. */
struct owner {
    bool known;           /* null, or the thread's own */
    LLVMValueRef address; /* where the id was read; NULL: null */
};

static const struct owner nobody = {false, NULL}, null = {true, NULL};

static struct owner both(struct owners *o, struct owner a, struct owner b)
{
    if (!a.known || !b.known)
        return nobody;
    if (!a.address || !b.address)
        return a.address ? a : b;
    return pointsto_set(o->b->pointsto, a.address) == pointsto_set(o->b->pointsto, b.address) ? a : nobody;
}

static bool is_assumed(const struct owners *o, LLVMValueRef v)
{
    vector_each(const LLVMValueRef *, x, &o->assumed)
        if (*x == v)
            return true;
    return false;
}

/* What is passed as a parameter by a call; NULL if nothing is. */
static LLVMValueRef argument_of(LLVMValueRef call, unsigned parameter)
{
    return parameter < LLVMGetNumArgOperands(call) ? LLVMGetArgOperand(call, parameter) : NULL;
}

/* It is called, and by nobody but those that name it. */
static bool has_known_callers(LLVMValueRef function) { return LLVMGetFirstUse(function) && !has_address_taken(function); }

static unsigned number_of_parameter(LLVMValueRef parameter)
{
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned k = 0;
    while (LLVMGetParam(function, k) != parameter)
        k++;
    return k;
}

/* --- the id of the thread --- */

static bool is_self(struct owners *o, LLVMValueRef v);

static bool is_passed_self(struct owners *o, LLVMValueRef parameter)
{
    LLVMValueRef function = LLVMGetParamParent(parameter);
    bool all = has_known_callers(function);
    each_use(u, function)
    {
        LLVMValueRef passed = all ? argument_of(LLVMGetUser(u), number_of_parameter(parameter)) : NULL;
        all = passed && is_self(o, passed);
    }
    return all;
}

/* All of it: a part of an id is not another one for each thread. */
static bool is_self(struct owners *o, LLVMValueRef v)
{
    if (LLVMIsAZExtInst(v))
        v = LLVMGetOperand(v, 0);
    if (calls(v, "__heddle_self") || is_assumed(o, v))
        return true;
    bool choice = LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
    if ((!choice && !LLVMIsAArgument(v)) || !o->left)
        return false;
    o->left--;
    vector_push(&o->assumed, v);
    bool all = choice || is_passed_self(o, v);
    for (int k = LLVMIsASelectInst(v) ? 1 : 0; choice && all && k < LLVMGetNumOperands(v); k++)
        all = is_self(o, LLVMGetOperand(v, (unsigned)k));
    (void)vector_pop(&o->assumed);
    return all;
}

/* --- what branches say --- */

/* v, as a number or half of it. */
static bool is_number_of(LLVMValueRef number, LLVMValueRef v)
{
    while (LLVMIsATruncInst(number) || LLVMIsAPtrToIntInst(number))
        number = LLVMGetOperand(number, 0);
    return number == v;
}

static bool is_new_memory(struct owners *o, LLVMValueRef v)
{
    LLVMValueRef root = outline_root_of(o->b, v);
    return LLVMIsACallInst(root) || LLVMIsAAllocaInst(root);
}

/* A load of what v points to, at a constant distance; NULL if it is none. */
static LLVMValueRef loaded_from(struct owners *o, LLVMValueRef load, LLVMValueRef v)
{
    LLVMValueRef address = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL, base = address;
    int64_t offset = 0;
    while (base && base != v && LLVMIsAGetElementPtrInst(base) && constant_offset(o->b->front, base, &offset))
        base = LLVMGetOperand(base, 0);
    bool whole = type_store_size(o->b->front, LLVMTypeOf(load)) == LLVMPointerSize(o->b->front->layout);
    return address && base == v && whole ? address : NULL;
}

/* What is known of v where the condition is, or is not, true. */
static struct owner by_condition(struct owners *o, LLVMValueRef condition, bool holds, LLVMValueRef v)
{
    LLVMValueRef compared = LLVMIsAICmpInst(condition);
    if (!compared)
        return nobody;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compared);
    if (p != LLVMIntEQ && p != LLVMIntNE)
        return nobody;
    bool equal = holds == (p == LLVMIntEQ);
    LLVMValueRef x = LLVMGetOperand(compared, 0), y = LLVMGetOperand(compared, 1);
    if (LLVMIsNull(y) && LLVMIsAZExtInst(x) && LLVMIsAICmpInst(LLVMGetOperand(x, 0)))
        return by_condition(o, LLVMGetOperand(x, 0), !equal, v); /* (a == b) != 0 */
    if (!equal)
        return nobody;
    if (LLVMIsNull(y) && is_number_of(x, v))
        return null;
    LLVMValueRef address = loaded_from(o, x, v), other = y;
    if (!address) {
        address = loaded_from(o, y, v);
        other = x;
    }
    return address && !is_new_memory(o, v) && is_self(o, other) ? (struct owner){true, address} : nobody;
}

/* On the way from one block to another. */
static struct owner on_the_way(struct owners *o, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef v)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
    if (!LLVMIsABranchInst(last) || !LLVMIsConditional(last) || LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1))
        return nobody;
    return by_condition(o, LLVMGetCondition(last), LLVMGetSuccessor(last, 0) == to, v);
}

/* On all ways from where v is defined to the beginning of a block. */
static struct owner by_branches(struct owners *o, LLVMValueRef v, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef home = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    struct map seen = {0};
    VECTOR(LLVMBasicBlockRef) todo = {0};
    struct owner found = null;
    vector_push(&todo, block);
    while (todo.size && found.known) {
        LLVMBasicBlockRef to = vector_pop(&todo);
        if (to == home || to == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(to)) || !o->left) {
            found = nobody;
            break;
        }
        o->left--;
        each_use(u, LLVMBasicBlockAsValue(to))
        {
            LLVMValueRef last = LLVMIsAInstruction(LLVMGetUser(u));
            if (!last || !LLVMIsATerminatorInst(last)) {
                found = nobody;
                continue;
            }
            LLVMBasicBlockRef from = LLVMGetInstructionParent(last);
            struct owner said = on_the_way(o, from, to, v);
            if (said.known) {
                found = both(o, found, said);
            } else if (!map_get(&seen, map_pointer_key(from), NULL)) {
                map_put(&seen, map_pointer_key(from), 1);
                vector_push(&todo, from);
            }
        }
    }
    map_free(&seen);
    vector_free(&todo);
    return found;
}

/* --- whose it is --- */

static struct owner owner_at(struct owners *o, LLVMValueRef v, LLVMBasicBlockRef block);

static struct owner of_choice(struct owners *o, LLVMValueRef v)
{
    struct owner all = null;
    if (LLVMIsASelectInst(v))
        return both(o, owner_at(o, LLVMGetOperand(v, 1), LLVMGetInstructionParent(v)),
                    owner_at(o, LLVMGetOperand(v, 2), LLVMGetInstructionParent(v)));
    for (unsigned k = 0; k < LLVMCountIncoming(v) && all.known; k++) {
        LLVMValueRef from = indexed_object(LLVMGetIncomingValue(v, k));
        struct owner said = on_the_way(o, LLVMGetIncomingBlock(v, k), LLVMGetInstructionParent(v), from);
        all = both(o, all, said.known ? said : owner_at(o, from, LLVMGetIncomingBlock(v, k)));
    }
    return all;
}

static struct owner of_parameter(struct owners *o, LLVMValueRef v)
{
    LLVMValueRef function = LLVMGetParamParent(v);
    struct owner all = has_known_callers(function) ? null : nobody;
    each_use(u, function)
    {
        LLVMValueRef call = LLVMGetUser(u), passed = all.known ? argument_of(call, number_of_parameter(v)) : NULL;
        all = passed ? both(o, all, owner_at(o, passed, LLVMGetInstructionParent(call))) : nobody;
    }
    return all;
}

static struct owner of_result(struct owners *o, LLVMValueRef call)
{
    LLVMValueRef function = called_function(call);
    struct owner all = function && is_defined(function) ? null : nobody;
    if (all.known)
        each_block(b, function)
        {
            LLVMValueRef last = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b));
            if (last && LLVMGetNumOperands(last))
                all = both(o, all, owner_at(o, LLVMGetOperand(last, 0), b));
        }
    return all;
}

/* Of a value that is defined before a block begins, or in it. */
static struct owner owner_at(struct owners *o, LLVMValueRef v, LLVMBasicBlockRef block)
{
    v = indexed_object(v);
    if (LLVMIsNull(v) || LLVMIsUndef(v) || (LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v)) || is_assumed(o, v))
        return null;
    if (LLVMIsConstant(v) || !o->left)
        return nobody;
    o->left--;
    struct owner found = by_branches(o, v, block);
    if (found.known)
        return found;
    vector_push(&o->assumed, v);
    if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
        found = of_choice(o, v);
    else if (LLVMIsAArgument(v))
        found = of_parameter(o, v);
    else if (LLVMIsACallInst(v))
        found = of_result(o, v);
    (void)vector_pop(&o->assumed);
    return found;
}

uint32_t outline_owner_of(struct outliner *b, LLVMValueRef access, LLVMValueRef pointer)
{
    if (!b->owners)
        return NONE;
    struct owners *o = b->owners;
    uint64_t number;
    o->left = MOST_LOOKED_AT;
    struct owner found = owner_at(o, pointer, LLVMGetInstructionParent(access));
    if (!found.known || !found.address)
        return NONE;
    uint32_t set = pointsto_set(b->pointsto, found.address);
    if (!map_get(&o->number_of, set, &number)) {
        struct outline_address a = outline_address_of(b, found.address);
        a.base = a.root = NONE;
        number = b->out->arguments.size;
        vector_push(&b->out->arguments, a);
        map_put(&o->number_of, set, number);
    }
    return (uint32_t)number;
}

/* --- whether there is any --- */

static bool compares_self(struct owners *o, LLVMValueRef i)
{
    for (unsigned k = 0; k < 2 && LLVMIsAICmpInst(i); k++) {
        o->left = MOST_LOOKED_AT;
        if (LLVMIsALoadInst(LLVMGetOperand(i, k)) && is_self(o, LLVMGetOperand(i, 1 - k)))
            return true;
    }
    return false;
}

void outline_find_owners(struct outliner *b)
{
    struct owners *o = NEW(struct owners);
    bool any = false;
    o->b = b;
    vector_each(const LLVMValueRef *, fn, &b->pointsto->live)
        if (!any)
            each_block(block, *fn) each_instruction(i, block) any |= compares_self(o, i);
    b->owners = o;
    if (!any)
        outline_forget_owners(b);
}

void outline_forget_owners(struct outliner *b)
{
    if (!b->owners)
        return;
    map_free(&b->owners->number_of);
    vector_free(&b->owners->assumed);
    mem_free(b->owners);
    b->owners = NULL;
}
