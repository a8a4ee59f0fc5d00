#include "frontend/debug_types.h"

#include "base/text.h"
#include "frontend/names.h"

#include <stdio.h>
#include <string.h>

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

/* The value of an enumerator is no operand of its node, and LLVM's C interface has no function for it: it is in the node's text alone. */
static bool enumerator_value(struct front *f, LLVMMetadataRef enumerator, long long *value)
{
    char *text = LLVMPrintValueToString(LLVMMetadataAsValue(f->context, enumerator));
    const char *at = strstr(text, ", value: ");
    bool found = at && sscanf(at, ", value: %lld", value) == 1;
    LLVMDisposeMessage(text);
    return found;
}

const char *debug_enumerators(struct front *f, LLVMMetadataRef t)
{
    enum { MOST = 200 };
    uint64_t known;
    LLVMMetadataRef type = debug_stripped(f, t);
    if (debug_tag(type) != TAG_ENUMERATION)
        return NULL;
    if (map_get(&f->enumerators, map_pointer_key(type), &known))
        return (const char *)(uintptr_t)known;
    struct text words = {0};
    LLVMMetadataRef all = debug_elements(f, type);
    for (unsigned k = 0; k < debug_part_count(f, all) && k < MOST; k++) {
        LLVMMetadataRef e = debug_part(f, all, k);
        const char *name = e ? metadata_string(f, e, 0) : NULL;
        long long value;
        if (name && enumerator_value(f, e, &value))
            text_printf(&words, "%s=%lld ", name, value);
    }
    const char *kept = arena_strdup(&f->arena, text_string(&words));
    text_free(&words);
    map_put(&f->enumerators, map_pointer_key(type), (uint64_t)(uintptr_t)kept);
    return kept;
}

LLVMMetadataRef debug_parameter(struct front *f, LLVMValueRef function, unsigned k)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function), type = subprogram ? debug_part(f, subprogram, 4) : NULL;
    LLVMMetadataRef types = type ? debug_part(f, type, 3) : NULL; /* of the result, then of the parameters */
    /* A structure may be passed as several parameters, or returned through one: then numbers do not tell which is which. */
    if (debug_part_count(f, types) != LLVMCountParams(function) + 1)
        return NULL;
    return debug_part(f, types, k + 1);
}
