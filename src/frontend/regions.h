/* Memory as cells. Every access has a set of places and a width; accesses that may touch the same bytes belong to one region, and a
 * region is one cell: a scalar if it is one element that nothing else overlaps, otherwise an array indexed by address.
 *
 * The elements of a region's cell are unit bytes each: unit divides all widths and distances, so that every access is a whole
 * number of elements (one, unless widths are mixed, as in unions). */
#ifndef HEDDLE_FRONTEND_REGIONS_H
#define HEDDLE_FRONTEND_REGIONS_H

#include "frontend/threads.h"

struct region {
    uint32_t cell; /* NONE if it has no element */
    unsigned unit; /* bytes */
    bool scalar;
    uint32_t owner;          /* code whose private memory it is, or NONE */
    const char *unsupported; /* NULL, or why it cannot be modelled */
    bool is_sync;            /* some __heddle_note speaks of it */
    bool read_as_bits;       /* something is read from it that is not a floating-point number */
};

struct element_value { /* an initial value that the cell's own init cannot say: the owner's (or main's) first action stores it */
    uint32_t cell;
    uint64_t index, value; /* no index for scalars */
};

struct regions {
    struct front *front;
    struct pointsto *pointsto;
    struct threads *threads;
    VECTOR(struct slice {
        uint32_t place, parent, region;
        uint64_t width;
    })
    slices;
    struct map slice_of; /* place and width to slice */
    VECTOR(struct region) list;
    VECTOR(struct element_value) first_values;
};

void regions_make(struct front *f, struct pointsto *p, struct threads *t, struct regions *r);
void regions_free(struct regions *r);

/* The region of an access through this pointer; NULL if it can point to no object. */
const struct region *region_of(struct regions *r, LLVMValueRef pointer, uint64_t width);

/* Pointer operand and width of an instruction that accesses memory; NULL for any other. */
LLVMValueRef accessed_pointer(const struct front *f, LLVMValueRef instruction, uint64_t *width);

/* region_cells.c: the region of these slices, with its cell. Requires the layout. */
void region_make(struct regions *r, const u32_vector *slices, bool is_sync);

/* layout.c: gives every object its addresses */
void layout_objects(struct front *f, struct pointsto *p, const struct threads *t);

/* image.c: the bytes of an initialiser. False: arbitrary. */
bool initial_value(struct regions *r, const struct object *o, uint64_t offset, unsigned bytes, uint64_t *value);
/* Value of a constant (addresses included), if it fits 64 bits. */
bool constant_value(struct pointsto *p, LLVMValueRef v, uint64_t *value);

/* members.c */
void members_collect(struct front *f);                                   /* once, before the others */
void objects_tell_apart(struct front *f, struct places *p);              /* gives those of one line numbers */
const char *object_name(struct front *f, const struct object *o);        /* "flag", "malloc@12", "malloc@12#2" */
const char *object_name_of_all(struct front *f, const struct object *o); /* the same without the number */
/* ".head", "[].next", "" (or "[3].next" with indices) */
const char *member_name(struct front *f, const struct object *o, uint64_t offset, bool indices);
bool member_is_unsigned(struct front *f, const struct object *o, uint64_t offset);
bool member_is_float(struct front *f, const struct object *o, uint64_t offset, unsigned bytes); /* float or double of so many */
bool member_is_pointer(struct front *f, const struct object *o, uint64_t offset);
const char *member_enumerators(struct front *f, const struct object *o, uint64_t offset); /* as in struct cell */
void objects_describe(struct front *f, const struct places *p, const struct threads *t);  /* in the program; requires the layout */
struct position object_position(struct front *f, const struct object *o);

#endif
