/* --news: what is decided, told while others are still asked. */
#ifndef HEDDLE_PORTFOLIO_NEWS_H
#define HEDDLE_PORTFOLIO_NEWS_H

#include "portfolio/contest.h"

/* Writes a line about a check that was just decided, if somebody wants to know, and if that will not be taken back. */
void news_tell(struct contest *c, const struct report_check *decided);

#endif
