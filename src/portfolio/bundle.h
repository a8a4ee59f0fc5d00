/* A bundle for a bug report: what is needed to see a failure of heddle again, in one folder below $TMPDIR (or /tmp). */
#ifndef HEDDLE_PORTFOLIO_BUNDLE_H
#define HEDDLE_PORTFOLIO_BUNDLE_H

#include "portfolio/pipeline.h"

/* Writes what happened, the command, the version, the program as the engines see it, and copies of the files that were
 * given; says on standard error where. One bundle a run: later failures are added to its report. */
void bundle_write(struct pipeline *l, const char *what);

#endif
