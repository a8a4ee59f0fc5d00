/* See parts.h. The number is metadata, which copies of an instruction keep. */
#include "frontend/parts.h"

#include "base/map.h"

static unsigned kind_of(LLVMContextRef context) { return LLVMGetMDKindIDInContext(context, "heddle.part", 11); }

static bool has_number(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    case LLVMCall: return !is_debug_call(i);
    default: return false;
    }
}

static void number_one(LLVMValueRef i, struct map *counts)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
    if (!at)
        return;
    uint64_t key = (uint64_t)LLVMDILocationGetLine(at) << 32 | LLVMDILocationGetColumn(at), count = 0;
    map_get(counts, key, &count);
    map_put(counts, key, ++count);
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(i));
    LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), count, 0));
    LLVMSetMetadata(i, kind_of(context), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &number, 1)));
}

void parts_number(LLVMModuleRef module)
{
    each_function(f, module)
    {
        struct map counts = {0};
        each_block(b, f) each_instruction(i, b) if (has_number(i)) number_one(i, &counts);
        map_free(&counts);
    }
}

unsigned part_of(LLVMValueRef instruction)
{
    LLVMValueRef node = LLVMGetMetadata(instruction, kind_of(LLVMGetTypeContext(LLVMTypeOf(instruction)))), number;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return 0;
    LLVMGetMDNodeOperands(node, &number);
    return (unsigned)LLVMConstIntGetZExtValue(number);
}
