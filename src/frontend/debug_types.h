/* Types as C declares them, from LLVM's debug information: LLVM's own types say neither names nor what a pointer leads to. */
#ifndef HEDDLE_FRONTEND_DEBUG_TYPES_H
#define HEDDLE_FRONTEND_DEBUG_TYPES_H

#include "frontend/front.h"

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
};

LLVMMetadataRef debug_part(struct front *f, LLVMMetadataRef node, unsigned k); /* NULL if it has none, or node is NULL */
unsigned debug_part_count(struct front *f, LLVMMetadataRef node);
bool debug_is_type(LLVMMetadataRef t);
unsigned debug_tag(LLVMMetadataRef t); /* 0 if it is no type */
LLVMMetadataRef debug_base(struct front *f,
                           LLVMMetadataRef t); /* of what a pointer, array, member or name is; NULL: void, or a function */
LLVMMetadataRef debug_stripped(struct front *f, LLVMMetadataRef t); /* without names and qualifiers */
LLVMMetadataRef debug_elements(struct front *f, LLVMMetadataRef t); /* of a structure: its members; of an array: its dimensions */
/* Of an enumerated type: "RED=0 GREEN=5 ", in the order of the declaration, as far as there is room; NULL of any other. */
const char *debug_enumerators(struct front *f, LLVMMetadataRef t);
/* The type of parameter k; NULL if it is not known. */
LLVMMetadataRef debug_parameter(struct front *f, LLVMValueRef function, unsigned k);

#endif
