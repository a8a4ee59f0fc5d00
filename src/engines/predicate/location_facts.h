/* What is said of a location, made once: every predicate both ways, and what is assumed there; in the kind's own words
 * and as another thread sees it. */
#ifndef HEDDLE_ENGINES_PREDICATE_LOCATION_FACTS_H
#define HEDDLE_ENGINES_PREDICATE_LOCATION_FACTS_H

#include "engines/predicate/assumed.h"
#include "engines/predicate/precision.h"

struct location_facts {
    expr *said[2][2];      /* [as another sees it][value], by predicate */
    expr_vector always[2]; /* [as another sees it]: what is assumed */
    bool made;
};

void location_facts_make(struct location_facts *w, const struct precision *p, const struct assumed *assumed, uint32_t kind,
                         uint32_t location);
void location_facts_free(struct location_facts *w);

#endif
