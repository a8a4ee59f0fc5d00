/* Decides whether thread identities can be seen relatively (none / me / another), and which cells hold them.
 * That is so if every use of an id is a copy or a comparison, or an index that gives each thread slots of its own. */
#ifndef HEDDLE_ENGINES_MODULAR_IDENTITY_H
#define HEDDLE_ENGINES_MODULAR_IDENTITY_H

#include "execute/partial/model.h"

/* w is a relative model; fills in is_id and own, merges the domains of own cells. False with *why otherwise. */
bool identity_analyse(struct partial_model *w, const struct reason **why);

#endif
