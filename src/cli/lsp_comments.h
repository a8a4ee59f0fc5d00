/* Changes of a text that are none for the compiler. */
#ifndef HEDDLE_CLI_LSP_COMMENTS_H
#define HEDDLE_CLI_LSP_COMMENTS_H

#include "base/text.h"

/* Whether two texts of C differ in comments and blanks at the ends of lines alone, so that every token stays at its line and column. Comments that speak to heddle
 * ("heddle:") count. */
bool same_but_for_comments(const char *a, const char *b);

#endif
