/* Which shared cells the stores have, and which threads cannot be told apart. */
#ifndef HEDDLE_ENGINES_CARTESIAN_CLASSES_H
#define HEDDLE_ENGINES_CARTESIAN_CLASSES_H

#include "engines/cartesian/model.h"

/* s has its partial model and its level; gets its classes, with their sights, and the space of their products. */
void classes_make(struct cartesian_model *s);

#endif
