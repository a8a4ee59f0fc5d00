/* From the JSON of a run to the structures of heddle.h. */
#ifndef HEDDLE_LIBRARY_RESULTS_H
#define HEDDLE_LIBRARY_RESULTS_H

#include "library/session.h"

/* The checks of a report, which s keeps; the callback is called for each. -1 if there is no memory. */
int results_add(struct heddle_session *s, const cJSON *report);
void results_news(struct heddle_session *s, const char *line);              /* tells what a line of --news says; s->news is there */
size_t results_count(const struct heddle_session *s, heddle_answer answer); /* in all reports */
const char *results_string(const cJSON *o, const char *name);               /* a member; NULL if it is none */
void results_clear(struct heddle_session *s);

#endif
