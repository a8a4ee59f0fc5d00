/* What answers mean for a program with memory orders weaker than seq_cst. Engines let threads take turns: a violation that they find can
 * happen by C's memory model as well, a proof says something about it only if sequential consistency is enough (passes/robust.h) and
 * plain accesses do not race. */
#ifndef HEDDLE_PORTFOLIO_WEAKER_H
#define HEDDLE_PORTFOLIO_WEAKER_H

#include "portfolio/pipeline.h"

/* After the engines have answered: opens checks again whose proof is about too little, and adds notes. Does nothing for other programs. */
void review_weaker_orders(struct pipeline *l, const struct budget *budget, struct report *r);

/* Why a proof of all checks is not enough to say TRUE of the program; NULL if it is. *races: it is if there is also a proof that there are no
 * data races. */
const char *weaker_orders_objection(struct pipeline *l, bool *races);

/* That question: options of the program for it. */
void races_question(const struct options *given, struct options *o);

#endif
