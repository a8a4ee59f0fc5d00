/* Objects of the C program and where they lie, so that an address can be said in the words of C. For people who read values:
 * no engine looks at them, and versions after passes do not have them. */
#ifndef HEDDLE_PROGRAM_OBJECTS_H
#define HEDDLE_PROGRAM_OBJECTS_H

#include "base/vector.h"

#include <stdint.h>

enum shape_kind { SHAPE_SCALAR, SHAPE_STRUCT, SHAPE_ARRAY };

/* What a stretch of memory consists of. */
struct memory_shape {
    uint8_t kind;                       /* enum shape_kind */
    uint64_t size;                      /* in bytes */
    const struct memory_shape *element; /* arrays */
    const struct memory_member {
        const char *name; /* "" if it has none */
        uint64_t offset;
        const struct memory_shape *shape;
    } *members; /* structs and unions */
    uint32_t member_count;
    bool is_pointer, is_signed, is_float; /* scalars; how values are written, as in struct cell */
    const char *enumerators;
};

enum memory_kind { MEMORY_DATA, MEMORY_TEXT, MEMORY_FUNCTION }; /* text: a literal string, which is its name */

/* From first on; if per_instance is a template, instance n of it has its own at + n * instance_stride; and if spacing is not 0, the
 * k-th one that was made there lies at + k * spacing. */
struct memory_object {
    uint8_t kind;     /* enum memory_kind */
    const char *name; /* "flag", "malloc@12", "worker" */
    uint64_t first, size;
    uint32_t per_instance; /* template, or NONE */
    uint64_t instance_stride, spacing;
    const struct memory_shape *shape; /* NULL if unknown */
};

typedef VECTOR(struct memory_object) memory_objects; /* by address, ascending */

#endif
