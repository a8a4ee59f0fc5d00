/* What the analysis knows, for people. Internal to src/engines/flow. */
#ifndef HEDDLE_ENGINES_FLOW_TELL_H
#define HEDDLE_ENGINES_FLOW_TELL_H

struct flow;
struct text;
void tell_all(struct flow *f, const struct program *original, struct text *out); /* "  file:line: fact, fact", thread by thread */

#endif
