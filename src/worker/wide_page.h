/* The page for a whole program (--html): who creates whom, what protects which variable, and what is not proved with both sides. Without scripts: it folds by itself. */
#ifndef HEDDLE_WORKER_WIDE_PAGE_H
#define HEDDLE_WORKER_WIDE_PAGE_H

#include "worker/verify_wide.h"
#include "worker/wide_report.h"
#include "engines/wide/wide.h"

/* status: the exit status, which says the verdict; why: the reason of UNKNOWN, or NULL. */
void wide_page(struct text *out, const struct options *o, const struct wide_answers *a, int status, const char *why);

/* wide_graph.c: threads as a picture. */
void wide_graph(struct text *out, const struct wide *w);
/* How many threads of a kind there may be, in words. */
const char *wide_page_number_of(const struct wide_kind *k);

#endif
