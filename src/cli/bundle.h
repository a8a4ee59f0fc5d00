/* A bundle for a bug report: what is needed to see the failure again, in one folder. */
#ifndef HEDDLE_CLI_BUNDLE_H
#define HEDDLE_CLI_BUNDLE_H

#include "cli/pipeline.h"

void bundle_report(const struct pipeline *l, const char *what);

#endif
