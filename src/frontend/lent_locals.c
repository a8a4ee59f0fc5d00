/* Local pointers whose addresses are only lent to what is called (`add(list, &item)`, `getline(&text, ...)`), for outlines: no callee keeps the address, so each call gets that of another
 * variable, which holds the same before the call and hands on what it holds behind it. What remains of the local variable is a value: whoever stores new memory there has it, and not something
 * that is read from memory.
 *
 * An address is lent by a call if the parameter is only read through, written through, indexed, compared, and lent. A callee that is left by a jump leaves its caller as well, unless that has landings: such
 * functions are left alone.
 *
 * Requires small functions inlined and local variables promoted, as far as they can be. The program means the same afterwards. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/library.h"
#include "frontend/outline.h"

struct lending {
    struct front *front;
    struct map keeps;  /* parameters that may be known behind the call */
    struct map writes; /* parameters that are written through */
    bool changed;
};

/* How an address is used. */
struct uses {
    struct map seen; /* values that are made from it */
    bool kept, written;
};

static void follow(const struct lending *l, LLVMValueRef pointer, struct uses *found);

static bool copies(LLVMValueRef call) { return LLVMIsAMemCpyInst(call) || LLVMIsAMemMoveInst(call) || LLVMIsAMemSetInst(call); }

static bool is_known(const struct map *parameters, LLVMValueRef callee, unsigned k)
{
    return map_get(parameters, map_pointer_key(LLVMGetParam(callee, k)), NULL);
}

static void follow_call(const struct lending *l, LLVMValueRef call, LLVMValueRef pointer, struct uses *found)
{
    const char *name = called_name(call);
    if (starts_with(name, "llvm.lifetime") || starts_with(name, "llvm.dbg"))
        return;
    if (copies(call)) {
        found->written |= LLVMGetArgOperand(call, 0) == pointer;
        return;
    }
    LLVMValueRef callee = called_function(call);
    if (!callee || !is_defined(callee) || outline_keeps_call(value_name(callee)) ||
        LLVMGetStringAttributeAtIndex(callee, LLVMAttributeFunctionIndex, WITHOUT_BODY, sizeof WITHOUT_BODY - 1)) {
        found->kept = true; /* nothing is known of it, or in a table only */
        return;
    }
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetArgOperand(call, k) == pointer) {
            found->kept |= k >= LLVMCountParams(callee) || is_known(&l->keeps, callee, k);
            found->written |= k >= LLVMCountParams(callee) || is_known(&l->writes, callee, k);
        }
}

static void follow_use(const struct lending *l, LLVMValueRef user, LLVMValueRef pointer, struct uses *found)
{
    if (!LLVMIsAInstruction(user)) {
        found->kept = true;
        return;
    }
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp: return;
    case LLVMStore:
        found->kept |= LLVMGetOperand(user, 0) == pointer;
        found->written = true;
        return;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect: follow(l, user, found); return;
    case LLVMCall: follow_call(l, user, pointer, found); return;
    default: found->kept = true;
    }
}

static void follow(const struct lending *l, LLVMValueRef pointer, struct uses *found)
{
    if (map_get(&found->seen, map_pointer_key(pointer), NULL))
        return;
    map_put(&found->seen, map_pointer_key(pointer), 1);
    each_use(u, pointer) follow_use(l, LLVMGetUser(u), pointer, found);
}

static void learn(struct lending *l, struct map *parameters, LLVMValueRef parameter, bool is)
{
    if (!is || map_get(parameters, map_pointer_key(parameter), NULL))
        return;
    map_put(parameters, map_pointer_key(parameter), 1);
    l->changed = true;
}

/* All are only lent, and read, at first; what is not makes others that are not. */
static void find_parameters(struct lending *l)
{
    struct uses found = {0};
    do {
        l->changed = false;
        each_function(fn, l->front->module) for (unsigned k = 0; is_defined(fn) && k < LLVMCountParams(fn); k++)
        {
            LLVMValueRef p = LLVMGetParam(fn, k);
            if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
                continue;
            map_clear(&found.seen);
            found.kept = found.written = false;
            follow(l, p, &found);
            learn(l, &l->keeps, p, found.kept);
            learn(l, &l->writes, p, found.written);
        }
    } while (l->changed);
    map_free(&found.seen);
}

/* --- variables --- */

static unsigned times_passed(LLVMValueRef call, LLVMValueRef pointer)
{
    unsigned n = 0;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        n += LLVMGetArgOperand(call, k) == pointer;
    return n;
}

static bool is_intrinsic(LLVMValueRef user) { return starts_with(called_name(user), "llvm."); }

static bool is_whole(LLVMValueRef access, LLVMValueRef variable, LLVMTypeRef type)
{
    bool load = LLVMIsALoadInst(access);
    return (load || (LLVMIsAStoreInst(access) && LLVMGetOperand(access, 0) != variable)) &&
           LLVMTypeOf(load ? access : LLVMGetOperand(access, 0)) == type && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool uses_variable(LLVMValueRef instruction, LLVMValueRef variable)
{
    for (int k = 0; k < LLVMGetNumOperands(instruction); k++)
        if (LLVMGetOperand(instruction, (unsigned)k) == variable)
            return true;
    return false;
}

/* A part is read, by an address that is made for it, in the same block and before anything else happens to the variable. */
static bool is_brief_read(LLVMValueRef user, LLVMValueRef variable)
{
    uint32_t left = 0;
    if (LLVMIsALoadInst(user))
        return LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    if (!LLVMIsAGetElementPtrInst(user))
        return false;
    each_use(u, user)
    {
        if (!LLVMIsALoadInst(LLVMGetUser(u)))
            return false;
        left++;
    }
    for (LLVMValueRef i = LLVMGetNextInstruction(user); i && left; i = LLVMGetNextInstruction(i)) {
        left -= LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == user;
        if (uses_variable(i, variable) && !LLVMIsALoadInst(i) && !LLVMIsAGetElementPtrInst(i))
            return false;
    }
    return !left;
}

/* A pointer that is written as a whole, read, and lent. */
static bool is_lent_local(const struct lending *l, LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef count = LLVMIsAConstantInt(LLVMGetOperand(variable, 0));
    bool lent = false;
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || !count || LLVMConstIntGetZExtValue(count) != 1 ||
        LLVMGetMetadata(variable, LLVMGetMDKindIDInContext(l->front->context, VOLATILE_LOCAL, sizeof VOLATILE_LOCAL - 1)))
        return false;
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        struct uses found = {0};
        if ((LLVMIsALoadInst(user) || LLVMIsAStoreInst(user)) && is_whole(user, variable, type))
            continue;
        lent |= !is_intrinsic(user);
        if (is_brief_read(user, variable))
            continue;
        if (!LLVMIsACallInst(user) || copies(user))
            return false;
        follow_call(l, user, variable, &found);
        if (found.kept || (!is_intrinsic(user) && times_passed(user, variable) != 1))
            return false;
    }
    return lent;
}

/* user: a call, or what reads a part. */
static void lend_another(const struct lending *l, LLVMBuilderRef b, LLVMValueRef user, LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    struct uses found = {0};
    if (LLVMIsACallInst(user))
        follow_call(l, user, variable, &found);
    LLVMPositionBuilderBefore(b, variable);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef other = LLVMBuildAlloca(b, type, value_name(variable));
    LLVMSetMetadata(other, LLVMGetMDKindIDInContext(l->front->context, FILLED_FIRST, sizeof FILLED_FIRST - 1),
                    LLVMMDNodeInContext(l->front->context, NULL, 0));
    LLVMPositionBuilderBefore(b, user);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(user));
    LLVMBuildStore(b, LLVMBuildLoad2(b, type, variable, ""), other);
    for (int k = 0; k < LLVMGetNumOperands(user); k++)
        if (LLVMGetOperand(user, (unsigned)k) == variable)
            LLVMSetOperand(user, (unsigned)k, other);
    if (!found.written)
        return;
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(user));
    LLVMBuildStore(b, LLVMBuildLoad2(b, type, other, ""), variable);
}

static void lend_others(const struct lending *l, LLVMBuilderRef b, LLVMValueRef variable)
{
    VECTOR(LLVMValueRef) users = {0};
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_intrinsic(user) && !((LLVMIsALoadInst(user) || LLVMIsAStoreInst(user)) && is_whole(user, variable, type)))
            vector_push(&users, user);
    }
    vector_each(LLVMValueRef *, user, &users)
        lend_another(l, b, *user, variable);
    vector_free(&users);
    each_use(u, variable) if (LLVMIsALoadInst(LLVMGetUser(u)) || LLVMIsAStoreInst(LLVMGetUser(u)))
        LLVMSetVolatile(LLVMGetUser(u), false);
}

void lend_locals(struct front *f)
{
    struct lending l = {.front = f};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    VECTOR(LLVMValueRef) found = {0};
    find_parameters(&l);
    each_function(fn, f->module) if (is_defined(fn) && !function_lands(fn))
        each_instruction(i, LLVMGetEntryBasicBlock(fn)) if (LLVMIsAAllocaInst(i) && is_lent_local(&l, i)) vector_push(&found, i);
    vector_each(LLVMValueRef *, variable, &found)
        lend_others(&l, b, *variable);
    if (found.size)
        run_passes(f, "function(mem2reg)");
    vector_free(&found);
    LLVMDisposeBuilder(b);
    map_free(&l.keeps);
    map_free(&l.writes);
}
