/* Programs and expressions as text (C syntax where C has it) and as Graphviz. */
#ifndef HEDDLE_PROGRAM_PRINT_H
#define HEDDLE_PROGRAM_PRINT_H

#include "base/text.h"
#include "program/program.h"

void print_expr(struct text *out, const struct program *p, expr e);
void print_program(struct text *out, const struct program *p);
void print_dot(struct text *out, const struct program *p);
void print_summary(struct text *out, const struct program *p); /* "key: value" lines */
void print_position(struct text *out, struct position pos);    /* "file:line:column" as far as known */
const char *action_kind_name(enum action_kind kind);

#endif
