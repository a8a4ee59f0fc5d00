/* What the survey of a large program leaves open, looked at closely: in groups, the most promising first, by all engines, on a program that is cut to what matters for
 * the pairs of a group. The functions around the accesses are kept and inlined, and so are those that create and join threads and use locks; all others become
 * their effects (frontend/cut.h), which only adds behaviour.
 *
 * First all that is open is looked at coarsely, with branches and loops cut, too: that is a small program, whatever the size of the whole, and shows which pairs
 * the order of threads and locks leave possible. Then runs of the whole program are drawn that aim at these: what they find is a violation, with all that leads to it. They also come first
 * when there is time for groups.
 *
 * So what is proved of the cut program is proved. A violation counts if its schedule does not rely on what was cut; otherwise it is a candidate. */
#ifndef HEDDLE_PORTFOLIO_CLOSE_H
#define HEDDLE_PORTFOLIO_CLOSE_H

#include "frontend/frontend.h"
#include "portfolio/survey.h"

/* CLOSE_POSSIBLE: a candidate by order and locks alone, without what branches and loops decide. */
enum close_answer { CLOSE_OPEN, CLOSE_PROVED, CLOSE_VIOLATED, CLOSE_CANDIDATE, CLOSE_POSSIBLE };

/* Coarsely: branches and loops are cut, too. Whole: nothing is cut, and schedules are drawn. */
enum close_look { LOOK_CLOSELY, LOOK_COARSELY, LOOK_AT_WHOLE };

struct close_pair {
    uint8_t answer;    /* enum close_answer */
    const char *words; /* violated, candidate: the schedule, as lines of text; open: why, or NULL */
};

struct close {
    struct arena arena;
    struct close_pair *pairs; /* by the number of the pair in survey.wide->pairs */
    uint32_t proved, violated, candidates;
};

/* Takes the time that the budget gives, or a while if it gives none. */
void close_run(struct close *c, const struct options *o, struct compiled *compiled, const struct survey *s,
               const struct budget *budget);
void close_free(struct close *c);

/* --- parts --- */

/* close_cut.c: what is cut for these pairs; false if even the least is too large. more: procedures that are to be kept as well. */
bool close_choose(const struct survey *s, const struct bitset *more, struct frontend_cut *cut);
/* Adds the pair's lines; false if they are not known. */
bool close_ask(const struct survey *s, uint32_t pair, struct frontend_cut *cut);
/* The number of the pair's lines, as in the cut's pairs. */
bool close_key(const struct survey *s, uint32_t pair, const struct frontend_cut *cut, uint64_t *key);

/* close_draw.c: looks for schedules of a program that was cut coarsely, or not at all; fills the report. alike: as in struct task. */
struct pipeline;
struct report;
void close_draw(struct pipeline *l, enum close_look look, const uint32_t *alike, const struct budget *limits, struct report *r);
/* What a schedule, which can be executed, says about the check: a violation, or a candidate if it relies on what was cut. Takes t, which may be NULL. */
struct report_check close_judge(struct pipeline *l, uint32_t check, struct trace *t);

/* close_group.c: the answers for pairs, which have to be asked for in the cut, as bytes on fd. */
struct close_group {
    const struct options *options;
    const struct survey *survey;
    struct compiled *compiled;
    struct budget limits;
    u32_vector pairs;
    const char *variable; /* for progress */
    enum close_look look;
    bool to_be_checked;      /* what is found goes to another machine, with all that is needed to check it (close_finding.h) */
    const struct text *sent; /* what another machine has found: it is checked, and nothing is looked for; or NULL */
};
typedef VECTOR(struct close_group) close_groups;
void close_group(void *group, int fd); /* of struct close_group */
bool close_take(struct close *c, const struct close_group *g, const struct text *bytes);

#endif
