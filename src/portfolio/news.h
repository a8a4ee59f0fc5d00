/* --news: what is decided, or known to be open at first, told while others are still asked. */
#ifndef HEDDLE_PORTFOLIO_NEWS_H
#define HEDDLE_PORTFOLIO_NEWS_H

#include "portfolio/contest.h"

/* Writes a line about a check that was just decided, if somebody wants to know, and if that will not be taken back. */
void news_tell(struct contest *c, const struct report_check *decided);

/* A line for each of these checks, to the end of the file; "-": standard output. False if that cannot be: it is said why. */
bool news_write(const char *file, const struct report *r, const struct report_check *checks, uint32_t count);

#endif
