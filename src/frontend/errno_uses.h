/* What the program does with errno. */
#ifndef HEDDLE_FRONTEND_ERRNO_USES_H
#define HEDDLE_FRONTEND_ERRNO_USES_H

#include "frontend/front.h"

bool errno_is_used(const struct front *f); /* by the user's own code */
bool errno_is_kept(const struct front *f); /* its address is: then it is not looked up each time (models/errors.c) */

#endif
