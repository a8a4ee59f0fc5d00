/* A global integer that main alone writes, and nothing but loads and stores touches, always has the value that main has last given
 * to it. Where a loop of main that creates or joins threads reads such a variable (as its counter, or for its bound), main
 * gets a copy of its own to read from, which LLVM can follow: then the number of rounds may be a constant. What is taken away
 * is a read that no write of another thread can disturb, so it neither races nor matters to anybody else. */
#include "frontend/front.h"

/* Main writes it, or nobody; nobody knows its address; and there is one main. */
static bool is_mains_own(const struct front *f, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    if (is_function_used(f->main) || !LLVMIsAGlobalVariable(global) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind ||
        !LLVMGetInitializer(global) || LLVMIsThreadLocal(global) || LLVMIsGlobalConstant(global))
        return false;
    each_use(u, global)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool loads = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != global && LLVMTypeOf(LLVMGetOperand(user, 0)) == type &&
                      LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == f->main;
        if (!loads && !stores)
            return false;
    }
    return true;
}

static void copy_for_main(struct front *f, LLVMValueRef global)
{
    VECTOR(LLVMValueRef) loads = {0};
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main)));
    LLVMValueRef copy = LLVMBuildAlloca(b, type, "");
    LLVMBuildStore(b, LLVMGetInitializer(global), copy);
    each_use(u, global)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user)) {
            LLVMPositionBuilderBefore(b, user);
            LLVMBuildStore(b, LLVMGetOperand(user, 0), copy);
        } else if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == f->main)
            vector_push(&loads, user);
    }
    vector_each(LLVMValueRef *, l, &loads) {
        LLVMPositionBuilderBefore(b, *l);
        LLVMReplaceAllUsesWith(*l, LLVMBuildLoad2(b, type, copy, ""));
        LLVMInstructionEraseFromParent(*l);
    }
    LLVMDisposeBuilder(b);
    vector_free(&loads);
}

bool give_main_copies(struct front *f, const struct map *blocks)
{
    VECTOR(LLVMValueRef) found = {0};
    struct map seen = {0};
    each_block(b, f->main)
    {
        if (map_get(blocks, map_pointer_key(b), NULL))
            each_instruction(i, b)
            {
                LLVMValueRef global = LLVMIsALoadInst(i) ? LLVMGetOperand(i, 0) : NULL;
                if (!global || map_get(&seen, map_pointer_key(global), NULL))
                    continue;
                map_put(&seen, map_pointer_key(global), 1);
                if (is_mains_own(f, global))
                    vector_push(&found, global);
            }
    }
    vector_each(LLVMValueRef *, g, &found)
        copy_for_main(f, *g);
    bool any = found.size != 0;
    map_free(&seen);
    vector_free(&found);
    return any;
}
