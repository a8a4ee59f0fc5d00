/* Verification witnesses: what others need to confirm a verdict. GraphML 1.0 (Beyer et al., "Verification Witnesses", TOSEM
 * 2022) is what violations of concurrent programs are validated with; YAML 2.x (Ayaziova et al., "Software Verification
 * Witnesses 2.0", SPIN 2024) also carries the thread of a waypoint (draft 2.2) and invariants with ghost variables (2.1).
 * FALSE gives a violation witness of the first violated check, TRUE a correctness witness; UNKNOWN gives none. */
#ifndef HEDDLE_REPORT_WITNESS_H
#define HEDDLE_REPORT_WITNESS_H

#include "report/report.h"

/* False, and nothing written, if the answer is open. */
bool witness_graphml(struct text *out, const struct report *r);
bool witness_yaml(struct text *out, const struct report *r);

#endif
