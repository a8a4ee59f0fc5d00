/* The files that a run leaves behind besides its words on the terminal. base/output.h says how a file is written. */
#ifndef HEDDLE_BASE_OUTPUTS_H
#define HEDDLE_BASE_OUTPUTS_H

#include "base/options.h"

/* Before any work is done, for every command: no output is an input or another output, and each can be written. 0, or
 * an exit status, and the user knows why. */
int outputs_check(const struct options *o);
/* Whether no output is this file, which will be read; if one is, says so. */
bool outputs_spare(const struct options *o, const char *input);
/* Whether one of them is standard output, so that nothing else may go there. */
bool outputs_take_stdout(const struct options *o);
/* For a run that is a part of another: a path that begins so stands for no file, but for a frame of that name in out. */
#define OUTPUT_FRAME "\1heddle " /* no words that are printed have the first character */
/* The next frame of out. False if there is none; what is no frame is appended to rest. */
struct output_frame {
    const char *name, *bytes;
    size_t size;
};
bool outputs_next_frame(const struct text *out, size_t *at, struct output_frame *f, struct text *rest, struct arena *words);
/* Writes one; "-" is appended to out. False: it could not be written, and the user knows. */
bool outputs_put(const char *path, const struct text *content, struct text *out);
/* Nothing to report: then no file may be taken for a report. A run that was interrupted leaves what was there. */
void outputs_leave_none(const char *path);
/* Prints words, in colours where they are wanted. False: not all of it could be written, and the user knows. */
bool outputs_show(const struct options *o, const struct text *words);

#endif
