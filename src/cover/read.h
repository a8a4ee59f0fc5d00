/* Readers of the two formats. Postcondition of both: true and a valid system, or false and *error says
 * "file:line: expected ..., found ..."; the system is then empty. */
#ifndef HEDDLE_COVER_READ_H
#define HEDDLE_COVER_READ_H

#include "base/text.h"
#include "cover/system.h"

enum read_result { READ_OK, READ_BAD, READ_USAGE }; /* bad input; no or wrong initial or target state given */

/* Thread-transition systems. init and target (NULL: not given) override the #init and #target comments, which override
 * the file with the ending .prop beside it. */
enum read_result read_tts(struct system *s, const char *path, const char *init, const char *target, struct text *error);

/* mist's nets. A variable that `init` does not mention may start with any value. */
enum read_result read_spec(struct system *s, const char *path, struct text *error);

/* By the ending of the name; init and target are refused for a .spec. */
enum read_result read_system(struct system *s, const char *path, const char *init, const char *target, struct text *error);

#endif
