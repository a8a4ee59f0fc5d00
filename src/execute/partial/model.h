/* Shared memory cut into slots, and what one kind of thread sees of it: the ground on which the explicit thread-modular
 * engines (modular, cartesian) stand.
 *
 * A kind of thread is one instance (absolute), or any instance of a template (relative). A kind tracks some slots: its
 * units. A slot that it does not track, or whose value it does not know, is read as any value of the slot's domain: the
 * initial value and whatever any thread was seen to write there.
 *
 * Relative kinds see thread ids as none, me or another (ID_...), in the cells that hold ids; and of a cell that is
 * indexed by the acting thread's number they see their own slots alone. Such a cell is blurred for them: an access to
 * it at a computed index may hit their own slot or another's. */
#ifndef HEDDLE_EXECUTE_PARTIAL_MODEL_H
#define HEDDLE_EXECUTE_PARTIAL_MODEL_H

#include "base/map.h"
#include "execute/inputs.h"
#include "program/program.h"
#include "program/reason.h"

enum { ID_NONE = 0, ID_ME = 1, ID_OTHER = 2, ID_SOME = 3 }; /* ID_SOME: me or another; in preconditions only */

struct slot_domain {
    u64_vector values;
    struct map members;
    bool all;          /* any value of the width */
    bool used;         /* some step depends on it */
    bool once_started; /* these are the values once the thread that the cell belongs to is created, and not before */
    u64_vector users;  /* who must be looked at again when it grows: kind << 32 | state */
};

struct sort {
    u64_vector values;  /* that stand for all: the constants that members are compared with or set to, */
    uint32_t constants; /* so many, and then others */
};

/* Slots of a cell that belong to one instance of a template each, because the template's code reaches them through
 * indices that depend on E_SELF alone. They are named by the slot that instance 0 has. */
struct own_slots {
    uint32_t template;    /* NONE: the cell is no thread's own */
    struct map name_of;   /* expression id to slot of instance 0 */
    struct map owner;     /* slot to instance << 32 | slot of instance 0 */
    struct map slot_of;   /* the inverse of owner */
    u32_vector names;     /* slots of instance 0, */
    VECTOR(expr) indices; /* and an index for each of them */
};

struct partial_model {
    const struct program *program;
    bool relative;
    uint32_t *counts;                     /* by code: instances (0 for procedures; 4 stands for unbounded in relative models) */
    uint64_t instances;                   /* in all; UINT64_MAX if unbounded */
    uint32_t *slots;                      /* by cell: how many (0: cannot be cut into slots, never tracked) */
    uint32_t *place;                      /* by local cell: where it begins in a frame */
    uint32_t *frame_size;                 /* by code */
    bool *is_id;                          /* by cell: holds thread ids seen relatively */
    struct own_slots *own;                /* by cell */
    bool *blurred;                        /* by cell: has slots of an unbounded template */
    uint32_t *domain_base, *domain_count; /* by cell */
    VECTOR(struct slot_domain) domains;
    struct { /* of expressions, in one evaluation */
        uint32_t *stamp;
        uint64_t *value;
        bool *top;
        uint32_t size, now;
    } memo;
    uint64_t input_limit;             /* arbitrary values that may be enumerated at once; where there are more, nothing is known */
    bool *forgotten;                  /* by cell: its values are too many to be told apart; never known */
    uint32_t *cell_sort, *input_sort; /* by cell, by site: of which values it is, or NONE (sorts.h) */
    VECTOR(struct sort) sorts;
};

/* False with *why if the program is out of reach (locals too large). Unbounded templates need relative, or get so many
 * instances as asked for. */
bool partial_model_init(struct partial_model *w, const struct program *p, bool relative, uint32_t unbounded,
                        const struct reason **why);
void partial_model_free(struct partial_model *w);
struct slot_domain *partial_model_domain(struct partial_model *w, uint32_t cell, uint64_t slot);
bool domain_add(struct slot_domain *d, uint64_t value); /* whether it is new */

struct sight_unit {
    uint32_t cell, slot; /* own: the slot of instance 0 that stands for mine */
    bool own, is_id;
    bool lazy; /* unknown until read or written */
};

struct sight {
    struct partial_model *model;
    uint32_t template, instance; /* instance NONE: any */
    uint64_t self;
    bool several; /* relative, and the template has other instances */
    VECTOR(struct sight_unit) units;
    struct map unit_of; /* cell << 32 | slot << 1 | own */
};

void sight_init(struct sight *s, struct partial_model *w, uint32_t template, uint32_t instance);
void sight_free(struct sight *s);
uint32_t sight_add(struct sight *s, uint32_t cell, uint32_t slot, bool own, bool lazy); /* the unit, new or old */
uint32_t sight_unit(const struct sight *s, uint32_t cell, uint32_t slot, bool own);     /* or NONE */

/* Whether the kind has slots of its own in this cell. */
static inline bool sight_owns(const struct sight *s, uint32_t cell)
{
    return s->several && s->model->own[cell].template == s->template;
}

/* Values with a mask of which are known: n values, then the mask's words. */
static inline uint32_t mask_words(uint32_t n) { return (n + 63) / 64; }
static inline uint32_t bank_words(uint32_t n) { return n + mask_words(n); }
static inline bool bank_knows(const uint64_t *b, uint32_t n, uint32_t i) { return b[n + i / 64] >> (i % 64) & 1; }
static inline void bank_set(uint64_t *b, uint32_t n, uint32_t i, uint64_t v)
{
    b[i] = v;
    b[n + i / 64] |= UINT64_C(1) << (i % 64);
}

void frame_initial(const struct partial_model *w, uint32_t code, uint64_t *bank); /* bank_words(frame_size[code]) */
void store_initial(const struct sight *s, uint64_t *bank);                        /* bank_words(units) */

#endif
