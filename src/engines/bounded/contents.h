/* What memory holds: the initial contents of cells, and arrays as chains of stores over them.
 *
 * An array is a base (initial contents of a cell, or what a group finds in shared memory), a store over another array, or a
 * choice between two. Reading walks down and builds multiplexers; an index that is a constant passes by
 * every store to another constant. */
#ifndef HEDDLE_ENGINES_BOUNDED_CONTENTS_H
#define HEDDLE_ENGINES_BOUNDED_CONTENTS_H

#include "base/map.h"
#include "engines/bounded/slots.h"
#include "logic/bitblast.h"
#include "program/program.h"

struct initial {          /* an arbitrary initial value that a circuit input stands for */
    uint32_t cell, owner; /* owner: position in the list of instances, or NONE for a shared cell */
    word index;           /* NULL for a scalar */
    word value;
};

struct contents {
    const struct program *program;
    struct blaster *blaster;
    const uint32_t *counts; /* instances by template */
    struct slots *slots;    /* by cell */
    VECTOR(struct initial) initials;
    struct map known;    /* (cell, owner, slot) to position in initials */
    lit_vector required; /* equal indices, equal values: where arbitrary arrays are too large to multiplex */
    uint32_t stamp;
};

enum array_kind { ARRAY_INITIAL, ARRAY_GROUP, ARRAY_STORE, ARRAY_CHOICE };

struct array_memo { /* what the reading number stamp found */
    uint32_t stamp;
    word found;
};

struct array {
    uint8_t kind;
    uint32_t cell;
    uint32_t owner;            /* ARRAY_INITIAL: as in struct initial; ARRAY_GROUP: the group */
    const struct array *below; /* ARRAY_STORE, ARRAY_CHOICE (where the condition is false) */
    const struct array *then;  /* ARRAY_CHOICE */
    lit condition;             /* ARRAY_CHOICE */
    word index, value;         /* ARRAY_STORE */
    struct array_memo *memo;
};

/* What an ARRAY_GROUP base holds at an index. */
typedef word (*group_reader)(void *context, uint32_t group, uint32_t cell, word index);

word contents_initial(struct contents *c, uint32_t cell, uint32_t owner, word index); /* index NULL for a scalar */
void contents_free(struct contents *c);

struct array *array_base(struct contents *c, enum array_kind kind, uint32_t cell, uint32_t owner);
struct array *array_store(struct contents *c, const struct array *below, word index, word value);
const struct array *array_choice(struct contents *c, lit condition, const struct array *then, const struct array *otherwise);
word array_read(struct contents *c, const struct array *a, word index, group_reader reader, void *context);

#endif
