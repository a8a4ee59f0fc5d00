#include "frontend/debug_types.h"

#include "frontend/names.h"

LLVMMetadataRef debug_part(struct front *f, LLVMMetadataRef node, unsigned k)
{
    LLVMValueRef v = node ? metadata_operand(f, node, k) : NULL;
    return v ? LLVMValueAsMetadata(v) : NULL;
}

unsigned debug_part_count(struct front *f, LLVMMetadataRef node)
{
    return node ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, node)) : 0;
}

bool debug_is_type(LLVMMetadataRef t)
{
    if (!t)
        return false;
    LLVMMetadataKind kind = LLVMGetMetadataKind(t);
    return kind == LLVMDIDerivedTypeMetadataKind || kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDIBasicTypeMetadataKind;
}

unsigned debug_tag(LLVMMetadataRef t) { return debug_is_type(t) ? LLVMGetDINodeTag(t) : 0; }

LLVMMetadataRef debug_base(struct front *f, LLVMMetadataRef t)
{
    LLVMMetadataRef base = debug_part(f, t, 3);
    return debug_is_type(base) ? base : NULL;
}

LLVMMetadataRef debug_stripped(struct front *f, LLVMMetadataRef t)
{
    for (;;) {
        unsigned tag = debug_tag(t);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_RESTRICT && tag != TAG_ATOMIC)
            return t;
        t = debug_base(f, t);
    }
}

LLVMMetadataRef debug_elements(struct front *f, LLVMMetadataRef t) { return debug_part(f, t, 4); }

LLVMMetadataRef debug_parameter(struct front *f, LLVMValueRef function, unsigned k)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function), type = subprogram ? debug_part(f, subprogram, 4) : NULL;
    LLVMMetadataRef types = type ? debug_part(f, type, 3) : NULL; /* of the result, then of the parameters */
    /* A structure may be passed as several parameters, or returned through one: then numbers do not tell which is which. */
    if (debug_part_count(f, types) != LLVMCountParams(function) + 1)
        return NULL;
    return debug_part(f, types, k + 1);
}
