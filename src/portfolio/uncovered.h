/* What answers mean for a program that may do more than the engines see: it calls functions that nobody defines, or has functions called that
 * heddle does not call (signal handlers). A violation has been executed without relying on that; a proof says TRUE only if no such place can
 * be reached. */
#ifndef HEDDLE_PORTFOLIO_UNCOVERED_H
#define HEDDLE_PORTFOLIO_UNCOVERED_H

#include "portfolio/pipeline.h"

/* After the engines have answered: TRUE becomes UNKNOWN, with all that is not covered in one list, unless none of it can be reached. */
void review_uncovered(struct pipeline *l, const struct budget *budget, struct report *r);

/* The question whether one of these places can be reached: options of a program whose checks these are. */
void uncovered_question(const struct options *given, struct options *o);

/* Why a proof of all checks is not enough to say TRUE of the program; NULL if it is. */
const char *uncovered_objection(struct pipeline *l);

#endif
