/* The unrolling of one instance: what its parts share. Nodes are taken from a heap in the order of their keys (loops.h), so all
 * ways into a node are known when it is its turn. */
#ifndef HEDDLE_ENGINES_BOUNDED_UNROLL_H
#define HEDDLE_ENGINES_BOUNDED_UNROLL_H

#include "engines/bounded/unfolding.h"

struct unroller {
    struct unfolding *u;
    const struct code *code;
    struct loops loops;
    uint32_t instance, self;
    uint32_t env_size;
    struct bitset owned; /* places of shared cells whose contents the environment always has (owned.h) */
    u32_vector heap;
    struct evaluation evaluation;
    /* The node that is being left: */
    uint32_t node;
    const void **env;
    uint32_t final;     /* the group that looks at memory for the last time (deadlock), or NONE */
    u32_vector touched; /* reads */
    struct map inputs;  /* site to word */
    uint32_t *key_buffer;
};

/* Unrolls one instance; solo: nobody else moves before it creates a thread. */
void unroll_instance(struct unfolding *u, uint32_t instance, bool solo, const struct budget *budget);

/* frontier.c: nodes that wait for their turn. */
uint32_t node_for(struct unroller *r, uint32_t location, uint32_t section, uint32_t *key, uint32_t length);
const uint32_t *node_key(const struct unfolding *u, uint32_t n);
uint32_t frontier_pop(struct unroller *r);

/* joins.c: the environment of a node from those of its ways in, which it frees. */
const void **join_environments(struct unroller *r, uint32_t node);

/* events.c: what the steps out of the current node do to shared memory. */
uint32_t new_group(struct unroller *r);
uint32_t current_group(struct unroller *r);                                /* made when first asked for */
word group_read(void *context, uint32_t group, uint32_t cell, word index); /* context: the unroller */
/* The index of a cell (slots.h) that an address is; *inside: whether it is one. */
word index_word(struct unroller *r, uint32_t cell, expr address, lit *inside);
word leaf(void *context, expr e, word index); /* for evaluating expressions in the current node */
void add_write(struct unroller *r, uint32_t step, lit x, uint32_t cell, word index, word value);
void remember_accesses(struct unroller *r, uint32_t step, const struct action *a);
void note_events(struct unroller *r, uint32_t step, bool in_section);

/* idle_turns.c: the turn of a loop since the previous node at its head, which ends with this environment, was for nothing. */
lit idle_turn(struct unroller *r, uint32_t loop, uint32_t previous, const void *const *env);

/* stops.c: notes that the thread may stop at the current node, which is being left with these guards. */
void note_stop(struct unroller *r, lit_vector *guards, lit leaves, bool enters_section);

#endif
