/* heddle verify --property=reach,race or all: one report about all. What is proved in one run for several properties (verify_joint.h)
 * is; each of the others is asked as if it were asked alone, one after the other, since what the front end keeps of a program depends
 * on the property. */
#ifndef HEDDLE_WORKER_VERIFY_MANY_H
#define HEDDLE_WORKER_VERIFY_MANY_H

#include "base/clock.h"
#include "base/options.h"

struct compiled; /* frontend/frontend.h */
struct survey;   /* portfolio/survey.h */

bool is_many(const struct options *o);   /* whether several properties are asked for */
int check_many(const struct options *o); /* 0, or a status: what does not go with several properties; the user knows */

/* A run for one property; what is compiled is taken from there, or put there. seen: the survey of races, if there was one, or NULL. Returns an
 * exit status. */
typedef int (*verify_one)(const struct options *o, const struct budget *budget, struct compiled *compiled,
                          const struct survey *seen, struct text *out);
int verify_many(const struct options *o, const struct budget *budget, verify_one one, struct compiled *compiled, struct text *out);

#endif
