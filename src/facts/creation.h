/* Who creates threads, who waits to be created, and where main is still the only thread that ever ran. */
#ifndef HEDDLE_FACTS_CREATION_H
#define HEDDLE_FACTS_CREATION_H

#include "base/bitset.h"
#include "program/program.h"

/* Whether the step itself (not a procedure that it calls) creates an instance of the template; of any if t is NONE. */
bool action_creates(const struct program *p, const struct action *a, uint32_t t);

/* Whether no instance of the template leaves its entry before it is created. main does not wait. */
bool template_waits(const struct program *p, uint32_t t);
bool others_wait(const struct program *p); /* all but main, of which there is one */

/* Adds the locations of main where it may have created a thread. Everywhere else main is alone, if the others wait. */
void creation_later(const struct program *p, struct bitset *later);

#endif
