/* Accesses to shared memory of which the same is known (place, kind of access, locks, threads, moment, and all else that the comparison asks of a step) are one group, so that the cost of comparing them does not grow
 * with the number of source lines that do the same. */
#ifndef HEDDLE_ENGINES_WIDE_GROUPS_H
#define HEDDLE_ENGINES_WIDE_GROUPS_H

#include "engines/wide/wide.h"

struct access_group {
    uint32_t object, width;
    uint64_t first, stride, end, inner, room;
    uint32_t write, atomic;
    uint32_t lock;  /* it takes or gives back the lock there */
    uint32_t kinds; /* set of kinds that make it */
    uint32_t held;
    uint32_t moments;         /* what is known of the moment, for each of the kinds */
    uint32_t procedure, base; /* only where a lock beside the access is held; NONE otherwise */
    int64_t offset;
    uint32_t own;       /* through the argument of the thread */
    uint32_t alone;     /* to memory that nobody else has (lists.c) */
    uint32_t homes;     /* a number for where the homes are, if a lock is held there (homes.c) */
    uint32_t tree;      /* of the object (trees.c) */
    uint32_t not_given; /* as wide_not_given() says */
    uint32_t taken;     /* to a record that was taken back (trees.c) */
    uint32_t single;    /* it leads to one place only */
    uint32_t batch, index, index_read, owner;
    uint64_t scale;
    int64_t from, index_at; /* as in struct outline_step */
};

struct member {
    uint32_t group, step;
};

struct groups {
    const struct wide *w;
    struct records *records;
    struct sets kinds;                 /* sets of them */
    struct intern all, moments, homes; /* all: of struct access_group */
    VECTOR(struct member) members;     /* sorted by group */
    u32_vector first;                  /* group: its first member; and the end of all */
    struct map lines;                  /* group and line of the members */
};

/* Counts accesses, and notes those that lead nowhere, in the result of the records. */
void groups_find(struct groups *t, const struct wide *w, struct records *records);
void groups_free(struct groups *t);

static inline const struct access_group *group_at(const struct groups *t, uint32_t number)
{
    return intern_bytes(&t->all, number, NULL);
}

#endif
