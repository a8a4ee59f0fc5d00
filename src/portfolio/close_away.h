/* Groups of pairs of a large program on other machines: each is a work (runner/runner.h), a heddle that reads the same files, surveys them, and looks at
 * the pairs that it is given. Its pairs have to be those that are known here, which a hash says; otherwise its answers do not count. What it finds is checked here
 * (close_finding.h). */
#ifndef HEDDLE_PORTFOLIO_CLOSE_AWAY_H
#define HEDDLE_PORTFOLIO_CLOSE_AWAY_H

#include "portfolio/close.h"

/* Looks at groups that are alike but for their pairs, many at a time, until all have answered or the limits are reached. */
void close_away(struct close *c, close_groups *groups, const struct budget *limits);

/* --- on a node --- */

/* What --group says: looks at its pairs, and sends what it finds to fd. False: *error is one line. */
bool close_serve(const struct options *o, const struct budget *budget, int fd, const char **error, struct arena *words);

#endif
