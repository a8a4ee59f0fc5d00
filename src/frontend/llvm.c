/* Helpers over LLVM-C. */
#include "frontend/llvm.h"

#include "base/text.h"

#include <string.h>

const char *value_name(LLVMValueRef v)
{
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);
    return name ? name : "";
}

bool is_instruction(LLVMValueRef v, LLVMOpcode opcode) { return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == opcode; }

bool is_function_used(LLVMValueRef function)
{
    each_use(u, function) if (!LLVMIsABlockAddress(LLVMGetUser(u))) return true;
    return false;
}

bool returns_structure(LLVMValueRef function)
{
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    return LLVMCountParams(function) && LLVMGetEnumAttributeAtIndex(function, 1, sret);
}

bool does_not_return(LLVMValueRef function)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
}

LLVMValueRef called_function(LLVMValueRef call) { return LLVMIsAFunction(LLVMGetCalledValue(call)); }

const char *called_name(LLVMValueRef instruction)
{
    if (!LLVMIsACallInst(instruction))
        return "";
    LLVMValueRef f = called_function(instruction);
    return f ? value_name(f) : "";
}

bool calls(LLVMValueRef instruction, const char *name) { return strcmp(called_name(instruction), name) == 0; }

bool allocates(LLVMValueRef instruction)
{
    return calls(instruction, "__heddle_alloc") || calls(instruction, "__heddle_alloc_page") ||
           calls(instruction, "__heddle_alloc_text") || calls(instruction, "__heddle_alloc_option") ||
           calls(instruction, "__heddle_alloc_any") || calls(instruction, "__heddle_alloc_own");
}

bool is_debug_call(LLVMValueRef instruction) { return starts_with(called_name(instruction), "llvm.dbg."); }

bool call_has_mark(LLVMValueRef call, const char *mark)
{
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark)) != NULL;
}

bool is_users_own(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
}

bool is_defined(LLVMValueRef function) { return !LLVMIsDeclaration(function); }

const char *literal_text(LLVMValueRef v, size_t *length)
{
    LLVMValueRef global = LLVMIsAGlobalVariable(v);
    LLVMValueRef init = global ? LLVMGetInitializer(global) : NULL;
    if (!init)
        return NULL;
    if (LLVMIsAConstantAggregateZero(init)) {
        *length = 0;
        return "";
    }
    if (!LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init))
        return NULL;
    const char *s = LLVMGetAsString(init, length);
    if (*length && s[*length - 1] == '\0')
        --*length;
    return s;
}

const char *constant_text(LLVMValueRef v, size_t *length)
{
    return LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? literal_text(v, length) : NULL;
}

LLVMAttributeRef enum_attribute(LLVMContextRef c, const char *name)
{
    return LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

static bool is_argument(LLVMValueRef call, LLVMValueRef value)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetArgOperand(call, k) == value)
            return true;
    return false;
}

bool has_address_taken(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || is_argument(user, function))
            return true;
    }
    return false;
}

LLVMValueRef indexed_object(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}
