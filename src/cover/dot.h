/* The backward graph and the forward tree, for Graphviz. */
#ifndef HEDDLE_COVER_DOT_H
#define HEDDLE_COVER_DOT_H

struct search;
struct text;
void dot_print(struct search *x, struct text *out); /* two digraphs, the second one only with an oracle, which must be stopped */

#endif
