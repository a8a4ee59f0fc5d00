/* What the analysis knows, for people. Internal to src/engines/flow. */
#ifndef HEDDLE_ENGINES_FLOW_TELL_H
#define HEDDLE_ENGINES_FLOW_TELL_H

struct flow;
struct program;
struct text;
/* "  file:line: fact, fact", thread by thread; lines as in the program before the passes */
void tell_all(struct flow *f, const struct program *original, struct text *out);

#endif
