/* Must-happen-before facts that follow from program order, creation and joining alone: in every execution, every time. */
#ifndef HEDDLE_FACTS_HAPPENS_BEFORE_H
#define HEDDLE_FACTS_HAPPENS_BEFORE_H

#include "program/program.h"

struct happens_before;
struct happens_before *happens_before_compute(const struct program *p); /* requires code_index */
void happens_before_free(struct happens_before *h);

/* Whenever edge a of template s and edge b of template t are both executed, by whatever instances (not the same one unless the
 * template has only one), every execution of a comes before every execution of b. False: not known. */
bool must_happen_before(const struct happens_before *h, uint32_t s, uint32_t a, uint32_t t, uint32_t b);

#endif
