/* Who answers: this very program, and the programs that it calls. Part of the names under which answers are kept. */
#ifndef HEDDLE_BASE_SELF_H
#define HEDDLE_BASE_SELF_H

#include "base/text.h"

/* Appends the build id of this program and a newline; false if it has none. */
bool add_build_id(struct text *t);
/* Appends what tells one version of a program (a path, or a name to look for in PATH) from another; false if there is no such program. */
bool add_program_stamp(struct text *t, const char *program);
/* Appends the path of this program; false with errno set. */
bool add_own_path(struct text *t);

#endif
