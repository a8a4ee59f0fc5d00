/* What a line of a property file of SV-COMP (.prp) asks for: "CHECK( init(main()), LTL(G ! data-race) )". */
#ifndef HEDDLE_FILES_FORMULA_H
#define HEDDLE_FILES_FORMULA_H

#include <stdbool.h>

const char *formula_property(const char *line); /* heddle's name of it; NULL if heddle does not check that, or it is no formula */
bool formula_is_cleanup(const char *line);      /* only what is lost is asked about */

#endif
