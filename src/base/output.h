/* Files that heddle writes for the user. A regular file is replaced as a whole: the new one is written beside it and
 * renamed, so whatever happens the name stands for the old content or for the new one. A device or a FIFO is written
 * to, never replaced or removed; so is what is standard output or standard error already. A symbolic link stays, and
 * what it points to is written. "-" is standard output. */
#ifndef HEDDLE_BASE_OUTPUT_H
#define HEDDLE_BASE_OUTPUT_H

#include "base/arena.h"
#include "base/text.h"

/* Whether output_write has a chance; looks only, changes nothing. False with errno set. */
bool output_possible(const char *path);
/* False with errno set; then a regular file is as it was. */
bool output_write(const struct text *t, const char *path);
/* Removes a regular file; everything else (a link, a device) stays. */
void output_remove(const char *path);
/* The folder and those above it, as far as they can be made; the folder itself with this mode. False if it is not there then (errno). */
bool make_folders(const char *folder, unsigned mode);
/* A new folder in $TMPDIR, whose name is kept in words; NULL if there can be none (errno). */
char *temporary_folder(struct arena *words);
/* Whether both names stand for one file. What does not exist yet is found by its folder and its name. */
bool output_same_file(const char *a, const char *b);

#endif
