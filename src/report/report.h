/* What a run found, in the form that every report is made from. Traces are over the original program, as the front end
 * made it, and have been executed. A report never sees an engine. */
#ifndef HEDDLE_REPORT_REPORT_H
#define HEDDLE_REPORT_REPORT_H

#include "base/statistics.h"
#include "base/text.h"
#include "program/program.h"
#include "program/proof.h"
#include "program/trace.h"

struct proof_file; /* proof_json.h */

enum report_answer { REPORT_OPEN, REPORT_PROVED, REPORT_VIOLATED };

/* What a proved check rests on. */
enum report_evidence {
    REPORT_BY_ARGUMENT,  /* an engine's reasoning; there is no proof that was checked */
    REPORT_BY_PROOF,     /* a proof that was checked, and holds */
    REPORT_EXHAUSTIVELY, /* everything was searched: there is nothing to check */
};

struct report_check {
    const struct check *check; /* in program */
    enum report_answer answer;
    struct trace *trace;                     /* REPORT_VIOLATED only */
    const struct shown_execution *execution; /* then: one that no schedule has; the trace is empty. Otherwise NULL */
    struct trace *candidate;                 /* REPORT_OPEN: one that relies on what is approximated; or NULL */
    const char *reason;                      /* REPORT_OPEN: why, or NULL for the report's reason */
    const char *engine;                      /* who answered; NULL if open */
    enum report_evidence evidence;           /* REPORT_PROVED */
    const char *because;                     /* REPORT_BY_ARGUMENT: why no proof was checked */
};

/* How the files were compiled: -I, -D ... of all files, and N:FLAG for file N alone. */
struct report_flags {
    const char *const *all, *const *of_files;
    uint32_t all_count, of_files_count;
};

struct report {
    const struct program *program; /* original */
    enum property property;
    const char *specification; /* what is asked, as SV-COMP writes it; NULL: the property, and nothing else */
    const char *const *files;
    uint32_t file_count;
    struct report_flags flags;
    const char *words;   /* what is printed besides, if the report shall have it; or NULL */
    const char *command; /* line that heddle was called with; or NULL */
    unsigned machine;    /* 32 or 64 */
    VECTOR(struct report_check) checks;
    enum report_answer answer;           /* of all: violated if one is, proved if all are, else open */
    const char *reason;                  /* if the answer is open */
    VECTOR(const char *) notes;          /* what the user should know about the answer, a sentence each */
    VECTOR(const struct proof *) proofs; /* of the proved checks, over versions of the program; not owned; may be empty */
    bool fine_proofs; /* their programs take turns wherever the original does: no step stands for several that others see */
    const struct proof
        *values; /* what variables may hold at all, as finely, where there is nothing else to show; not owned; or NULL */
    struct bitset *(*live)(const struct program *p,
                           uint32_t code); /* own cells that may still be read, by location; NULL: nobody knows */
    const struct proof_file *proof_file;   /* what heddle check reads; NULL if the run did not come to its end */
    struct statistics statistics;
    double seconds;
    bool show_source;
    bool internal_error; /* parts of heddle contradict each other */
    int exit_status;     /* that heddle is about to return */
    unsigned columns;    /* schedules as tables this wide; 0: as lists */
    double deadline;     /* when schedules have to be written, by clock_wall(); 0: whenever they are */
};

/* "assertion 'x' can fail", "race on 'x' is open", "it can happen that a thread ...". */
void report_say(struct text *out, const struct report_check *c);
/* What is so where it is proved, else what would be wrong: "no race on 'x'", "no thread ...", "race on 'x'". */
void report_claim(struct text *out, const struct report_check *c);
/* How many checks have this answer. */
uint32_t report_count(const struct report *r, enum report_answer answer);
const char *report_answer_name(enum report_answer answer);       /* "proved", "violated", "open" */
const char *report_evidence_name(enum report_evidence evidence); /* "by argument", "by proof", "exhaustively" */
const char *report_verdict_name(enum report_answer answer);      /* "TRUE", "FALSE", "UNKNOWN" */

/* Diagnostics in the manner of GCC: an error with notes for each violated check, a warning for each open one, then a
 * table of all checks if there are several. */
void report_diagnostics(struct text *out, const struct report *r);
const char *report_reason(const struct report *r); /* of an open answer */
/* The schedule of one check, as a list or a table, and who is where in the end; t is its trace, or its candidate. */
void report_schedule(struct text *out, const struct report *r, const struct report_check *c, const struct trace *t);
/* The two lines that scripts rely on. */
void report_last_lines(struct text *out, const struct report *r);

#endif
