/* What an engine is: a way to decide checks of a program. engines.c has the table of all. */
#ifndef HEDDLE_ENGINES_ENGINE_H
#define HEDDLE_ENGINES_ENGINE_H

#include "base/clock.h"
#include "program/proof.h"
#include "program/reason.h"
#include "program/trace.h"

struct options;
struct statistics;

enum answer { ANSWER_OPEN, ANSWER_PROVED, ANSWER_VIOLATED };

struct check_result {
    uint8_t answer;              /* enum answer */
    struct trace *trace;         /* ANSWER_VIOLATED: over task.program; owned */
    const struct reason *reason; /* ANSWER_OPEN: why, or NULL for the verdict's own reason */
};

struct verdict {
    VECTOR(struct check_result) results; /* one for every check of the program, by id */
    const struct reason *reason;         /* of what is open */
    struct proof *proof;                 /* of the proved checks, over task.program; owned; NULL if there is none */
    const struct reason *no_proof;       /* then: what stood in the way of one; NULL: nobody said */
    bool in_sight;     /* all that is left to search is known, and finite: with time enough there will be an answer */
    uint64_t division; /* of a search in parts: what the parts were made by; parts of one division make a whole. 0: none */
    struct arena arena;
};

struct task {
    const struct program *program; /* after passes; indexed. Its checks are what is asked (check_is_asked) */
    const struct options *options;
    struct statistics *statistics;
    struct budget budget;
    bool wants_proof; /* somebody looks at the proof, if one is given */
    /* NULL, or what another engine has found out: invariants over program (a proof of nothing in particular). An engine may assume
     * them everywhere. If they are inductive by themselves, its own proof has to contain them; if not, it cannot give one. */
    const struct proof *facts;
    bool facts_inductive;
    const char *teller; /* whose facts they are */
    /* With parts above 1 (a power of two), an engine that splits searches part number part alone, and what it proves holds there. One that has
     * seeds searches everything, in way number part. */
    uint32_t part, parts;
    /* NULL, or takes note of violations, and of an end in sight, before the engine has come to its end: verdict_publish(). */
    void (*publish)(void *publisher, const struct verdict *verdict);
    void *publisher;
    bool exactly;          /* schedules that rely on what is approximated are of no use */
    const uint32_t *alike; /* NULL, or a number for each check: of those with the same one it is enough to violate one */
};

struct engine {
    const char *name, *summary;
    bool (*suits)(const struct program *p, const struct reason **why_not);
    void (*run)(const struct task *task, struct verdict *verdict); /* verdict comes with all results ANSWER_OPEN */
    /* NULL, or says what holds at every location, as far as it finds out within the budget; NULL if it finds out nothing. To be
     * released by proof_free(). */
    struct proof *(*tell)(const struct task *task, bool *inductive);
    bool (*can_tell)(const struct program *p, const struct reason **why_not); /* like suits, for tell: whatever is asked */
    /* NULL, or whether facts are worth asking for before it runs. */
    bool (*wants_facts)(const struct options *options);
    bool invariants; /* its proofs say of locations what reports can show */
    bool exhaustive; /* what it proves it has searched in full: there is no proof, and nothing to check */
    bool splits;     /* its search can be divided (task.parts) */
    bool seeds;      /* it can search in other ways (task.part), of which one may be lucky */
    bool finds_only; /* it never proves anything: when nobody else goes on, it need not either */
};

extern const struct engine *const engines[]; /* ends with NULL */
const struct engine *engine_find(const char *name);
/* Runs it, with the facts of an engine that tells some, if it wants them and the task has none. */
void engine_run(const struct engine *e, const struct task *task, struct verdict *verdict);

void verdict_init(struct verdict *v, const struct program *p); /* everything open */
void verdict_free(struct verdict *v);
/* Says what is violated so far, and whether an end is in sight: for engines that go on. May be called often. */
void verdict_publish(const struct task *task, const struct verdict *v);
enum answer verdict_answer(const struct verdict *v, const struct program *p); /* the conjunction of what is asked */

#endif
