/* What the parts of the portfolio share: who takes part, what is decided, which proofs are held until they are checked.
 * entrant.c runs an engine, turns.c says whose turn it is, events.c what happens next, answers.c takes what was found, explain.c says
 * who did what, and portfolio.c has the loop.
 *
 * Time here is effort (base/pace.h): everybody who works has a clock that shows the time when its turn began and the steps that it has
 * done since. Whatever happens, happens in the order of these clocks, not in that of the real one, so that the same command does the
 * same on a busy machine. */
#ifndef HEDDLE_PORTFOLIO_CONTEST_H
#define HEDDLE_PORTFOLIO_CONTEST_H

#include "base/process.h"
#include "portfolio/evidence.h"
#include "portfolio/plan.h"

enum entrant_standing {
    WAITING, /* not started yet */
    RUNNING,
    PAUSED,
    OUT, /* it has said all it can say, or cannot say anything */
};

struct entrant {
    const struct engine *engine;
    double weight;       /* as planned */
    uint64_t first_turn; /* steps */
    enum entrant_standing standing;
    struct process process;
    struct task task;
    const struct version *version; /* what it was given */
    struct stopwatch clock;
    uint64_t ran;                  /* steps so far, in turns that are over */
    uint64_t turn;                 /* when it has done so many steps, others may have its place */
    size_t taken;                  /* of its output */
    bool complete;                 /* it has said its last word */
    bool again;                    /* it was started anew because memory had run out */
    const struct reason *reason;   /* why something stayed open; NULL if nothing did */
    const char *remark;            /* for --explain: how it ended */
    const struct reason *no_proof; /* why it gave no proof of what it proved; NULL if it did, or did not say */
    uint32_t proved, violated;     /* answers that were taken from it */
};

struct contest {
    struct pipeline *pipeline;
    struct report *report;
    struct budget limits;
    double began;   /* by the real clock */
    uint64_t now;   /* when the last event happened */
    uint64_t until; /* then nobody is waited for any more; 0: there is no such time */
    size_t memory;  /* the limit, or what the machine has */
    uint32_t jobs;
    bool alone;          /* one engine was asked for */
    bool first_is_alone; /* whoever is first works alone for a moment: what it decides then is decided soon */
    bool check_proofs;
    struct entrant entrants[MOST_ENGINES];
    uint32_t count;
    struct evidence **held;         /* by check: proved as soon as this has been checked; or NULL */
    struct entrant **without_proof; /* by check: who proved it without a proof, while --proof asks for some; or NULL */
    bool searching_proof;           /* for nothing else is left to do */
    bool trying_luck;               /* only engines that prove nothing go on */
    const struct evidence *facts;   /* what an engine that tells facts found out; or NULL */
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
void entrant_resume(struct contest *c, struct entrant *e);
/* Whether it has sent something that is not taken yet, and how many steps it had done then. */
bool entrant_has_news(const struct entrant *e, uint64_t *steps);
/* Takes it. It is OUT if that was its last word. */
void entrant_take_news(struct contest *c, struct entrant *e);
/* Its process has ended, and what it sent is taken. It is OUT then. */
void entrant_finish(struct contest *c, struct entrant *e);
size_t free_memory(void); /* most of what the machine has */

/* answers.c */
void take_violations(struct contest *c, struct entrant *e, struct verdict *v); /* of an engine that goes on */
void take_verdict(struct contest *c, struct entrant *e, struct verdict *v);
void take_evidence(struct contest *c, struct evidence *e); /* whose check has ended, or is not made */
void contest_settle_without_proof(struct contest *c); /* with --proof, when nobody gave invariants: what was proved otherwise */
void contest_conclude(struct contest *c);             /* the report's answer: the conjunction of all */

/* turns.c */
uint32_t contest_places_taken(const struct contest *c);
size_t contest_resident(const struct contest *c); /* of all processes that are alive */
/* What the time limit is worth for this entrant, in steps, if nobody else ends early; 0 if there is none. */
uint64_t contest_worth(const struct contest *c, const struct entrant *e);
void contest_fill_places(struct contest *c);
void contest_end_turn(struct contest *c, struct entrant *e); /* pauses it, if somebody waits */
void contest_end_by(struct contest *c, uint64_t steps);      /* nobody works for more than so many steps from now on */

/* events.c */
enum event_kind {
    EVENT_NEWS,    /* an entrant has sent something */
    EVENT_TURN,    /* its turn is over */
    EVENT_ENDED,   /* its process has ended without a last word */
    EVENT_CHECKED, /* the check of a proof has ended */
    EVENT_NONE,    /* nobody knows yet: somebody works whose clock is behind */
    EVENT_OVER,    /* the contest is */
};
struct contest_event {
    enum event_kind kind;
    uint64_t time;
    struct entrant *entrant;
    struct evidence *evidence;
};
/* Looks at the clocks, then at what has arrived, and says what happens next. Waits for a moment if nothing does. */
struct contest_event contest_next_event(struct contest *c);
void contest_poll(struct contest *c, double seconds); /* output and ends of all processes */

/* explain.c */
void contest_explain(struct contest *c); /* appends to the pipeline's explanation */
/* Why something is open, each cause once; NULL if nobody said. What the user can do about it becomes notes of the report. */
const char *contest_reasons(struct contest *c, const struct budget *budget);

#endif
