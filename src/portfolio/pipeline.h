/* From files to a report: load, passes, engines in processes of their own, and every trace executed on the original
 * program before anyone sees FALSE. */
#ifndef HEDDLE_PORTFOLIO_PIPELINE_H
#define HEDDLE_PORTFOLIO_PIPELINE_H

#include "base/clock.h"
#include "base/options.h"
#include "program/proof.h"
#include "report/proof_json.h"
#include "report/reports.h"

struct evidence; /* evidence.h */

/* What the passes make of the program when some checks are not asked, because they were decided already; or of a part of it, in which the
 * first few of pipeline.avoided are never entered: a violation of the part is one of the program, a proof says nothing. */
struct version {
    struct program *program;
    bool *left_out;   /* by check id; NULL: none */
    uint32_t avoided; /* so many of pipeline.avoided */
};

struct outline;
struct compiled; /* frontend/frontend.h */

struct pipeline {
    const struct options *options;
    struct exprs *exprs;
    struct program *original; /* as the front end made it */
    struct program *small;    /* after the passes; the same as original without them */
    property_set properties;  /* whose checks it has */
    enum property asked;      /* the first of them; mostly the only one */
    unsigned needs;           /* besides answers: enum report_needs */
    struct statistics statistics;
    struct arena words;
    VECTOR(struct version *) versions; /* that were asked for */
    VECTOR(const struct location *)
    avoided; /* approximate ones of the original that schedules relied on: others are looked for without them */
    VECTOR(struct evidence *) evidence; /* proofs, in the order in which they came */
    struct text explanation;            /* for --explain */
    struct text notes;                  /* about the answers, for everybody */
    struct proof_file proof_file;       /* of the evidence; see evidence_record() */
    bool is_fine;                       /* no step stands for several that others see */
    struct pipeline *fine;              /* the same question, asked finely (fine.h); or NULL */
    struct pipeline *uncovered; /* whether what is not covered can be reached (uncovered.h), if proofs are needed; or NULL */
    struct pipeline *races;     /* the same of data races (weaker.h) */
    bool settled;               /* by the survey of the whole program (survey.h): no check is violated */
    bool certified;             /* it has a proof of that, which was checked */
    double seconds;             /* its engines work no longer than that together, in CPU time; 0: as long as there is time */
    const char *news;           /* a file that is told what is decided; or NULL */
    bool elsewhere;     /* its engines may run on nodes of a cluster (remote.h), which come to the same program by themselves */
    bool stopped;       /* reading ended at a limit */
    const char *bundle; /* folder for a bug report, if one was written */
};

/* Reads the files. False: *error is one line for the user (clang's own words have gone to standard error). The budget is also
 * clang's; l->stopped then says that it was reached. */
bool pipeline_load(struct pipeline *l, const struct options *o, const struct budget *budget, const char **error);
/* The same, but a program that is so large that loading it takes long is not loaded, and *too_large says so. */
bool pipeline_load_unless_large(struct pipeline *l, const struct options *o, const struct budget *budget, bool *too_large,
                                const char **error);
/* The same; what is compiled is taken from there, or put there. */
bool pipeline_load_compiled(struct pipeline *l, const struct options *o, struct compiled *compiled, const struct budget *budget,
                            const char **error);
/* The same, cut to some pairs of accesses (frontend.h). */
struct frontend_cut;
bool pipeline_load_cut(struct pipeline *l, const struct options *o, struct compiled *compiled, struct frontend_cut *cut,
                       const struct budget *budget, const char **error);
/* The text of the file of that number after preprocessing, with the flags of o. False if clang cannot; nothing is said. */
bool pipeline_preprocess(const struct options *o, uint32_t file, struct text *out, struct arena *words);
/* The same program in outline; NULL with *error, which is kept in words. compiled may be NULL. */
struct outline *pipeline_outline(const struct options *o, struct compiled *compiled, const struct budget *budget,
                                 struct arena *words, const char **error);
/* The same program again, as the search for executions wants it, if need be with accesses whose value is of no use; NULL if that fails. To be freed.
 * Requires load. */
struct program *pipeline_load_executions(struct pipeline *l, bool every_access, const struct budget *budget);
void pipeline_passes(struct pipeline *l); /* requires load */

/* The program with these checks left out (by check id), without the first of l->avoided: small if there are none. Owned by the pipeline. */
const struct version *pipeline_version(struct pipeline *l, const bool *left_out, uint32_t avoided);
struct program *pipeline_alone(const struct pipeline *l, uint32_t check); /* with one check alone; to be freed */

/* Without any check the verdict is TRUE, unless something can be reached that is not modelled: it might hide a check. Then
 * the small program with a check that nothing can violate (REACH) asks just that. To be freed. Requires passes. */
bool pipeline_has_holes(const struct pipeline *l);
struct program *pipeline_probe(const struct pipeline *l);

/* A report about the program, without answers. Requires load. */
void pipeline_begin_report(struct pipeline *l, const struct budget *budget, struct report *r);

/* Lets the engine that the options name (all in turn for "auto") answer the checks, and finds out what else is needed (l->needs); fills r,
 * whose traces are over l->original. Requires passes. */
void pipeline_decide(struct pipeline *l, const struct budget *budget, struct report *r);

/* What to tell a user whose program has no check of the report's property; decide does, if there is one property alone. */
void pipeline_note_none(const struct options *o, struct report *r);
/* What the user may not know who has functions for threads, and nothing that they share; NULL: it does not matter. */
const char *pipeline_own_arguments(const struct options *o, enum property property);

/* Another question about the same files, for all engines: o says which. Fills other and r, which are to be freed in any case; o lives as
 * long as other. needs: enum report_needs. */
void pipeline_ask(struct pipeline *other, struct options *o, unsigned needs, const struct budget *budget, struct report *r);

void pipeline_free(struct pipeline *l);
void pipeline_free_report(struct report *r);

#endif
