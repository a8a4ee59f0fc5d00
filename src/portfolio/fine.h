/* Invariants of the program with every interruption. A proof of the program after all passes speaks of fewer interruptions than C has: a
 * step may stand for several that others see, and in the middle of it an invariant may fail. So where a report shows invariants to others
 * (REPORT_NEEDS_INVARIANTS), engines whose proofs say something about locations are asked about the program without such steps, for a
 * short time, once everything is proved. */
#ifndef HEDDLE_PORTFOLIO_FINE_H
#define HEDDLE_PORTFOLIO_FINE_H

#include "portfolio/pipeline.h"

/* r: everything is proved. Its proofs become such (r->fine_proofs) if there are some in time; else it stays as it is. */
void find_fine_invariants(struct pipeline *l, const struct budget *budget, struct report *r);

#endif
