/* Where calls end and statements begin in the text of a C file: formats of witnesses want these, the compiler's debug
 * information does not have them. By looking at characters; comments and strings are skipped, macros are not expanded. */
#ifndef HEDDLE_REPORT_PLACES_H
#define HEDDLE_REPORT_PLACES_H

#include "program/program.h"
#include "report/source.h"

/* After the string, character or comment that begins at p; p itself if there is none. */
const char *place_skip(const char *p, const char *end);
/* The closing parenthesis of the first call at or after pos on its line; pos itself if there is none. */
struct position place_of_call_end(struct sources *s, struct position pos);
/* The first character of the statement that pos is in, as far as its line shows; pos itself if the line is not there. */
struct position place_of_statement(struct sources *s, struct position pos);
/* Whether a statement begins at a place that place_of_statement has found, and does not go on there from the lines before. */
bool place_begins_statement(struct sources *s, struct position start);
/* Whether the block that the first place is in has not ended at the second one, which comes after it. */
bool place_in_same_block(struct sources *s, struct position from, struct position to);
/* Whether this word (or other text) stands there. */
bool place_is(struct sources *s, struct position pos, const char *word);
/* Whether the statement that begins at pos calls a function; of if, while and the like, whether their condition does. */
bool place_has_call(struct sources *s, struct position pos);
/* Where the loop ends that begins at pos with "while"; line 0 if that cannot be told. */
struct position place_of_loop_end(struct sources *s, struct position pos);
/* The name of the one function that the line of pos calls; NULL if there is none or several. *call is where. */
const char *place_of_only_call(struct sources *s, struct position pos, struct position *call, struct arena *words);
/* The name of the one function on the line of pos whose name starts with prefix; NULL if there is none or several.
 * *call (may be NULL) is where it is called. */
const char *place_of_function(struct sources *s, struct position pos, const char *prefix, struct position *call,
                              struct arena *words);

#endif
