/* What functions are passed and what they return, of memory that nobody else has (outline_lists.c): a function that puts its argument into a list, and one that takes an element out and returns it. At first each that may do
 * something to lists or locks is taken to be passed such memory alone, to leave it to its caller, and to return such memory; whatever does not turn out so on some way is dropped, and all is looked at again. What is left holds: at
 * the first moment of a run where something of it did not, all that it was seen from held. */
#include "frontend/list_paths.h"

enum { MOST_PARAMETERS = 32 };

/* It is called, by nobody but those that name it, and left by returning alone. */
static bool is_eligible(LLVMValueRef fn)
{
    return LLVMGetFirstUse(fn) && !has_address_taken(fn) && !function_jumps_out(fn) && strcmp(value_name(fn), "main") != 0 &&
           !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

void lists_find_functions(struct lists *l)
{
    vector_each(const LLVMValueRef *, fn, &l->b->pointsto->live) {
        struct list_function f = {.fn = *fn};
        if (!map_get(&l->touches, map_pointer_key(*fn), NULL) || !is_eligible(*fn))
            continue;
        for (unsigned k = 0; k < LLVMCountParams(*fn) && k < MOST_PARAMETERS; k++)
            if (list_may_be_element(l, LLVMGetParam(*fn, k)))
                f.own |= UINT32_C(1) << k;
        f.left = f.elements = f.own;
        each_block(block, *fn)
        {
            LLVMValueRef last = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block));
            LLVMValueRef v = last && LLVMGetNumOperands(last) ? LLVMGetOperand(last, 0) : NULL;
            f.returns |= v && list_is_pointer(v) && list_may_be_element(l, v);
        }
        if (f.own || f.returns) {
            map_put(&l->function_of, map_pointer_key(*fn), l->functions.size);
            vector_push(&l->functions, f);
        }
    }
}

struct list_function *list_function_of(struct lists *l, LLVMValueRef fn)
{
    uint64_t k;
    return fn && map_get(&l->function_of, map_pointer_key(fn), &k) ? &l->functions.data[k] : NULL;
}

bool list_calls_any(struct lists *l, LLVMValueRef fn)
{
    each_block(block, fn) each_instruction(i, block) if (LLVMIsACallInst(i) && list_function_of(l, called_function(i))) return true;
    return false;
}

static void drop(struct lists *l, uint32_t *facts, uint32_t which)
{
    if (*facts & which)
        l->dropped = true;
    *facts &= ~which;
}

/* What it is passed and returns is not known; nor is what it passes. */
void lists_forget_function(struct lists *l, LLVMValueRef fn)
{
    struct list_function *f = list_function_of(l, fn);
    if (f) {
        drop(l, &f->left, UINT32_MAX);
        l->dropped |= f->returns;
        f->returns = false;
    }
    each_block(block, fn) each_instruction(i, block)
    {
        struct list_function *callee = LLVMIsACallInst(i) ? list_function_of(l, called_function(i)) : NULL;
        if (callee)
            drop(l, &callee->own, UINT32_MAX);
    }
}

static bool is_own(struct list_term t) { return t.kind == TERM_OWN && !t.link; }

/* Whether another argument before it leads there, too. */
static bool is_passed_twice(struct lists *l, const struct list_state *s, LLVMValueRef call, unsigned k, struct list_term t)
{
    for (unsigned n = 0; n < LLVMGetNumArgOperands(call); n++)
        if (n != k && list_is_pointer(LLVMGetArgOperand(call, n)) &&
            list_terms_equal(list_term_whole(list_term_of(l, s, outline_root_of(l->b, LLVMGetArgOperand(call, n)))), t))
            return true;
    return false;
}

void list_pass(struct lists *l, struct list_state *s, LLVMValueRef call, struct list_function *f)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && k < MOST_PARAMETERS; k++) {
        uint32_t bit = UINT32_C(1) << k;
        if (!(f->own & bit))
            continue;
        struct list_term t = list_term_of(l, s, LLVMGetArgOperand(call, k));
        if (t.kind != TERM_NULL && (!is_own(t) || is_passed_twice(l, s, call, k, t)))
            drop(l, &f->own, bit);
        if (is_own(t) && !(f->left & bit))
            list_state_renew(s, t.number);
        else if (is_own(t))
            list_state_spoil(s, t, 0, 0);
    }
}

void list_enter_function(struct lists *l, struct list_state *s, LLVMValueRef fn)
{
    const struct list_function *f = list_function_of(l, fn);
    for (unsigned k = 0; f && k < LLVMCountParams(fn) && k < MOST_PARAMETERS; k++)
        if (f->own >> k & 1) {
            uint32_t number = list_number_of(l, LLVMGetParam(fn, k));
            list_state_bind(s, number, (struct list_term){.kind = TERM_OWN, .number = number});
        }
}

void list_leave_function(struct lists *l, const struct list_state *s, LLVMValueRef last)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(last));
    struct list_function *f = list_function_of(l, fn);
    if (!f)
        return;
    struct list_term returned = {.kind = TERM_ANY};
    if (LLVMGetNumOperands(last) && list_is_pointer(LLVMGetOperand(last, 0)))
        returned = list_term_of(l, s, LLVMGetOperand(last, 0));
    if (f->returns && returned.kind != TERM_NULL && !is_own(returned)) {
        f->returns = false;
        l->dropped = true;
    }
    for (unsigned k = 0; k < LLVMCountParams(fn) && k < MOST_PARAMETERS; k++) {
        uint32_t number = list_number_of(l, LLVMGetParam(fn, k));
        struct list_term own = {.kind = TERM_OWN, .number = number};
        bool returns_it = returned.kind == TERM_OWN && returned.number == number;
        if (!list_terms_equal(list_state_value(s, number), own) || returns_it)
            drop(l, &f->left, UINT32_C(1) << k);
    }
}

void lists_say_given(struct lists *l)
{
    vector_each(const struct list_function *, f, &l->functions) {
        uint64_t procedure;
        if (map_get(&l->b->procedure_of, map_pointer_key(f->fn), &procedure))
            l->b->out->procedures.data[procedure].given = f->elements & ~f->left;
    }
}
