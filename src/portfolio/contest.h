/* What the parts of the portfolio share: who takes part, what is decided, which proofs are held until they are checked.
 * entrant.c runs an engine, turns.c says whose turn it is, answers.c takes what was found, explain.c says who did what,
 * and portfolio.c has the loop. */
#ifndef HEDDLE_PORTFOLIO_CONTEST_H
#define HEDDLE_PORTFOLIO_CONTEST_H

#include "base/process.h"
#include "portfolio/evidence.h"
#include "portfolio/plan.h"
#include "runner/hosts.h"

enum entrant_standing {
    WAITING, /* not started yet */
    RUNNING,
    PAUSED,
    OUT, /* it has said all it can say, or cannot say anything */
};

/* Engines, and the parts of their searches. */
enum { MOST_PARTS = 1024, MOST_SEEDS = 64, MOST_ENTRANTS = MOST_ENGINES + 4 * MOST_SEEDS + 2 * MOST_PARTS };

struct entrant {
    const struct engine *engine;
    uint32_t part, parts;      /* its part of the engine's search; the parts follow each other */
    uint64_t *cleared;         /* parts.c */
    double weight, first_turn; /* as planned */
    enum entrant_standing standing;
    struct process process;
    struct task task;
    const struct version *version; /* what it was given */
    double ran, since;             /* seconds so far without pauses; when it was started or resumed */
    double worked,
        worked_before;   /* the same in CPU time of its process: what turns go by; what the process had used at that moment */
    double turn;         /* others may have its place when it has worked so long */
    size_t taken;        /* of its output */
    bool complete;       /* it has said its last word */
    bool in_sight;       /* it says that it will come to an end (struct verdict) */
    bool again;          /* it was started anew because memory had run out */
    uint32_t host;       /* of --on=ssh, on which it runs */
    bool lost;           /* its node did not come back with a verdict */
    bool stranger;       /* ... or sees another program */
    bool unheard;        /* it is lost, since nobody answered who could have started it */
    const char *refused; /* it is lost, since it was never started; NULL, or why: it never will be */
    bool elsewhere;      /* it is to look for another violation than those that rely on pipeline.avoided */
    const struct reason *reason;   /* why something stayed open; NULL if nothing did */
    const char *remark;            /* for --explain: how it ended */
    const struct reason *no_proof; /* why it gave no proof of what it proved; NULL if it did, or did not say */
    uint32_t proved, violated;     /* answers that were taken from it */
};

struct contest {
    struct pipeline *pipeline;
    struct report *report;
    struct budget limits;
    double began;
    size_t memory; /* the limit, or what the machine has */
    uint32_t jobs;
    bool alone; /* one engine was asked for */
    bool check_proofs;
    bool remote; /* engines run on nodes of a cluster */
    host_list hosts;
    string_vector told; /* what was said of jobs that were lost */
    struct entrant entrants[MOST_ENTRANTS];
    uint32_t count;
    struct evidence **held;           /* by check: proved as soon as this has been checked; or NULL */
    const struct version **proved_on; /* by check: on which it was proved in this run; or NULL */
    struct entrant **without_proof;   /* by check: who proved it without a proof, while --proof asks for some; or NULL */
    bool enough;                      /* engines have worked as long as they are meant to, since another property is violated */
    bool searching_proof;             /* for nothing else is left to do */
    bool trying_luck;                 /* only engines that prove nothing go on */
    struct recall *recall;            /* what was said before about the same program */
    const struct evidence *facts;     /* what an engine that tells facts found out; or NULL */
};

static inline bool contest_open(const struct contest *c, uint32_t check)
{
    assert(check < c->report->checks.size);
    return c->report->checks.data[check].answer == REPORT_OPEN && !c->held[check];
}
bool contest_any_open(const struct contest *c);      /* to be asked */
bool contest_any_undecided(const struct contest *c); /* open, or held */

/* entrant.c */
void entrant_start(struct contest *c, struct entrant *e);
void entrant_pause(struct entrant *e);
void entrant_resume(struct entrant *e);
double entrant_ran(const struct entrant *e);
double entrant_worked(const struct entrant *e);
void entrant_news(struct contest *c, struct entrant *e); /* takes what has arrived so far */
/* Its process has ended: takes what it found. It is OUT then. */
void entrant_finish(struct contest *c, struct entrant *e);
size_t free_memory(void); /* most of what the machine has */

/* Runs the engine on its task and sends what it finds to fd: what an entrant's process does. */
void entrant_serve(struct entrant *e, int fd);

/* parts.c */
uint32_t parts_of(const struct engine *engine, uint64_t asked);           /* how many parts an engine has; 1: it is not divided */
void parts_join(struct contest *c, struct entrant *e, struct verdict *v); /* leaves as proved what all parts have proved */

/* answers.c */
void take_violations(struct contest *c, struct entrant *e, struct verdict *v); /* of an engine that goes on */
void take_verdict(struct contest *c, struct entrant *e, struct verdict *v);
void take_evidence(struct contest *c, struct evidence *e); /* whose check has ended, or is not made */
/* An open check that was proved in an earlier run. */
void take_recalled(struct contest *c, uint32_t check, const char *engine, enum report_evidence evidence, const char *because);
void contest_settle_without_proof(struct contest *c); /* with --proof, when nobody gave invariants: what was proved otherwise */
void contest_conclude(struct contest *c);             /* the report's answer: the conjunction of all */

/* turns.c */
uint32_t contest_places_taken(const struct contest *c);
size_t contest_resident(const struct contest *c); /* of all processes that are alive */
double contest_stops_before(double whole);        /* how long before the end of so many seconds engines are told to stop */
bool contest_make_place(struct contest *c);       /* pauses whoever has run longest; false if nobody runs */
struct entrant *contest_next(struct contest *c);  /* the one that waits with the least work so far for its weight; or NULL */
void contest_fill_places(struct contest *c);
void contest_end_turns(struct contest *c); /* pauses those whose turn is over, if somebody waits */

/* explain.c */
void contest_explain(struct contest *c); /* appends to the pipeline's explanation */
/* Why something is open, each cause once; NULL if nobody said. What the user can do about it becomes notes of the report. */
const char *contest_reasons(struct contest *c, const struct budget *budget);

#endif
