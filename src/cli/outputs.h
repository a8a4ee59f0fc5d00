/* The files that a run leaves behind besides its words on the terminal. base/output.h says how a file is written. */
#ifndef HEDDLE_CLI_OUTPUTS_H
#define HEDDLE_CLI_OUTPUTS_H

#include "base/options.h"
#include "report/report.h"

/* Before any work is done, for every command: no output is an input or another output, and each can be written. 0, or
 * an exit status, and the user knows why. */
int outputs_check(const struct options *o);
/* Whether no output is this file, which will be read; if one is, says so. */
bool outputs_spare(const struct options *o, const char *input);
/* Whether one of them is standard output, so that nothing else may go there. */
bool outputs_take_stdout(const struct options *o);
/* Writes one; "-" is appended to out. False: it could not be written, and the user knows. */
bool outputs_put(const char *path, const struct text *content, struct text *out);
/* The reports that are asked for; what is for standard output is appended to out. False: one could not be written, and the user
 * knows. */
bool outputs_write(const struct options *o, const struct report *r, struct text *out);

#endif
