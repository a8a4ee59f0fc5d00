/* The engine monotone on hand-made programs: verdicts, what is tracked, counting, predicates in C, and the abstraction of single
 * steps as the tables of Kaiser's thesis give them. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "engines/monotone/discover.h"
#include "engines/monotone/net.h"
#include "engines/monotone/parse.h"
#include "engines/monotone/singles.h"
#include "small.h"
