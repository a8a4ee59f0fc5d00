/* How a state lies in memory: a fixed number of 64-bit words. Scalars and the slots of small arrays are bit fields that never
 * cross a word. A big array is one word-sized field with the id of a hash-consed tree (objects.h), so equal contents are stored
 * once and every state has the same size. An instance has a field for its location; if its template calls procedures,
 * also an area of whole words that the cells of its topmost frame lie in, and the id of the frames below.
 *
 * A cell whose initial value is arbitrary has one more bit for each slot: set while the value was not chosen. */
#ifndef HEDDLE_EXECUTE_LAYOUT_H
#define HEDDLE_EXECUTE_LAYOUT_H

#include "program/program.h"

struct field {
    uint32_t word;
    uint8_t shift;
    uint64_t mask; /* not shifted */
};

static inline uint64_t field_get(const uint64_t *s, struct field f) { return s[f.word] >> f.shift & f.mask; }
static inline void field_set(uint64_t *s, struct field f, uint64_t value)
{
    s[f.word] = (s[f.word] & ~(f.mask << f.shift)) | value << f.shift;
}

/* Slot i of an array that is stored in place: in word + i / per_word, from bit shift + (i % per_word) * bits on. */
struct slot_span {
    uint32_t word;
    uint8_t shift, log_per_word, bits;
    uint64_t mask;
};

static inline struct field span_field(const struct slot_span *a, uint64_t slot)
{
    uint64_t in_word = slot & ((UINT64_C(1) << a->log_per_word) - 1);
    return (struct field){a->word + (uint32_t)(slot >> a->log_per_word), (uint8_t)(a->shift + in_word * a->bits), a->mask};
}

/* Ranges of a cell for this number of instances, with the first slot of each. */
struct slot_range {
    uint64_t first, last, stride, count, base;
};
struct slotter {
    struct slot_range *ranges;
    uint32_t count;
    bool sorted; /* by first, and they do not overlap: binary search is possible */
};
uint64_t slotter_slot(const struct slotter *s, uint64_t index); /* NONE64 if outside */

enum place_kind { PLACE_NONE, PLACE_SCALAR, PLACE_SPAN, PLACE_TREE };
struct cell_place {
    uint8_t kind;   /* enum place_kind */
    bool choosable; /* has undefined bits: */
    uint32_t cell;
    struct field field;          /* PLACE_SCALAR, PLACE_TREE (the root) */
    struct slot_span span;       /* PLACE_SPAN */
    struct slot_span undefined;  /* choosable: one bit a slot, unless PLACE_TREE: */
    struct field undefined_root; /* the root of a second tree, of ones while undefined */
    uint64_t slots;
    uint8_t depth; /* PLACE_TREE: levels above the leaves */
};

struct instance_layout {
    uint32_t code, number;
    uint64_t self;
    struct field location;      /* location_base[code of the topmost frame] + location in it */
    struct cell_place **places; /* by code: by local index; NULL for codes that it cannot be in */
    bool calls;
    struct field stack;       /* calls: id of the frames below the topmost, 0 for none */
    uint32_t area, area_size; /* calls: words of the topmost frame's cells */
};

struct layout {
    const struct program *program;
    uint32_t words;
    uint32_t *counts;          /* instances by template */
    uint32_t *local_index;     /* by cell: among the cells of its owner */
    uint32_t *location_base;   /* by code */
    struct slotter *slotters;  /* by cell; arrays only */
    struct cell_place *shared; /* by local index */
    struct instance_layout *instances;
    uint32_t instance_count;
    struct arena arena;
};

/* Arrays of more slots than inline_slots become trees. */
struct layout *layout_new(const struct program *p, uint32_t unbounded, uint64_t inline_slots);
void layout_free(struct layout *l);

/* For assertions: every field lies inside the state, and no two that are there at the same time share a bit. */
bool layout_valid(const struct layout *l);

const struct cell_place *layout_place(const struct layout *l, uint32_t instance, uint32_t cell); /* instance: index in instances */
uint32_t layout_code_of(const struct layout *l, uint32_t instance, uint64_t location);           /* code of a location number */

#endif
