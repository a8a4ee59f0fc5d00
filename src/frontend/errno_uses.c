#include "frontend/errno_uses.h"

bool errno_is_used(const struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__errno_location");
    if (fn)
        each_use(u, fn)
        {
            LLVMValueRef user = LLVMGetUser(u);
            LLVMValueRef in = LLVMIsACallInst(user) ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) : NULL;
            if (!in || LLVMGetStringAttributeAtIndex(in, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
                return true;
        }
    return false;
}

bool errno_is_kept(const struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__errno_location");
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef place = LLVMGetUser(u);
        if (!LLVMIsACallInst(place))
            return true;
        each_use(v, place)
        {
            LLVMValueRef access = LLVMGetUser(v);
            if (!LLVMIsALoadInst(access) && (!LLVMIsAStoreInst(access) || LLVMGetOperand(access, 0) == place))
                return true;
        }
    }
    return false;
}
