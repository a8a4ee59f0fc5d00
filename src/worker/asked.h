/* What is asked, if files of SV-COMP say so: --property=FILE.prp, and a task (.yml) in the place of the program. */
#ifndef HEDDLE_WORKER_ASKED_H
#define HEDDLE_WORKER_ASKED_H

#include "base/options.h"

/* own: the options as if the user had written what the files say (it shares the vectors of o, or has new ones in words). 0, or an exit
 * status, and the user knows why. */
int asked_by_files(const struct options *o, struct options *own, struct arena *words);

#endif
