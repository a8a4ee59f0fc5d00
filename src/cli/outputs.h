/* The files that a run leaves behind besides its words on the terminal: SARIF, witnesses, HTML. */
#ifndef HEDDLE_CLI_OUTPUTS_H
#define HEDDLE_CLI_OUTPUTS_H

#include "base/options.h"
#include "report/report.h"

/* Before any work is done: whether each file that the options name can be written; if not, says so. */
bool outputs_writable(const struct options *o);
/* Whether one of them is standard output, so that nothing else may go there. */
bool outputs_take_stdout(const struct options *o);
/* Writes them; what is for standard output is appended to out. False: one could not be written, and the user knows. */
bool outputs_write(const struct options *o, const struct report *r, int exit_status, struct text *out);

#endif
