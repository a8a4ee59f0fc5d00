/* States known to be coverable, the set D of the thesis: a downward-closed set kept by its largest elements, each
 * with the reason why it is coverable, so that a run can be made. The initial states belong to it without being
 * listed. The forward search (oracle.h) runs in a thread of its own, or in turns; what it has found is fetched by known_refresh,
 * by the thread of the backward search: nothing else is shared. A control keeps at most KNOWN_MAX of its states,
 * since each is compared with every predecessor: what is left out is only found later. */
#ifndef HEDDLE_COVER_KNOWN_H
#define HEDDLE_COVER_KNOWN_H

#include "base/bitset.h"
#include "cover/run.h"

struct oracle;

enum { KNOWN_MAX = 256 };

struct known_entry {
    const struct state *state;  /* may have OMEGA counts */
    uint32_t node;              /* of the oracle, or NOWHERE */
    const struct state *before; /* else: this state, known earlier, leads above `state` by `rule` */
    uint32_t rule;
    uint32_t reason; /* the entry above `before`, an older one; NOWHERE if it is initial */
};

struct known {
    const struct system *s;
    struct oracle *oracle; /* may be NULL */
    struct arena arena;
    VECTOR(struct known_entry) entries;
    u32_vector *by_control; /* the largest entries */
    struct bitset *single;  /* by control: places that are coverable by themselves */
    bool *reached;          /* by control: coverable without tokens */
    uint32_t fetched;       /* of the oracle's states */
};

void known_init(struct known *k, const struct system *s, struct oracle *oracle);
void known_free(struct known *k);

/* Is a state at least as large known to be coverable? */
bool known_coverable(const struct known *k, const struct state *p);

/* The same for the control alone, and with one token: a look-up. */
static inline bool known_control(const struct known *k, uint32_t control) { return k->reached[control]; }
static inline bool known_single(const struct known *k, uint32_t control, uint32_t place)
{
    return bitset_has(&k->single[control], place);
}

/* `before` is known, and its step by `rule` leads above p: now p is known. */
void known_derive(struct known *k, const struct state *p, const struct state *before, uint32_t rule);

/* Lets the oracle come as far as whoever asks has worked (in states compared), and fetches what it found since the last time; true if there
 * was anything. */
bool known_refresh(struct known *k, uint64_t work);

/* Appends to the plan (which must be empty) a way to a state above p. Requires known_coverable(p), and the oracle's
 * thread must have been stopped. False if the way is too long. */
bool known_plan(const struct known *k, const struct state *p, struct plan *plan);

#endif
