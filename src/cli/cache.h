/* Answers that were found before, by content: a program that is the same after preprocessing, asked the same by the same heddle, has the
 * same answer. Only TRUE and FALSE are kept: what was not decided may be decided the next time.
 *
 * An entry is a file that is named by the key, with a hash of the key and of its own bytes before them: whatever is damaged, cut off or
 * was put there under another name is passed over. The folder has to belong to the user, and nobody else may write there. */
#ifndef HEDDLE_CLI_CACHE_H
#define HEDDLE_CLI_CACHE_H

#include "base/options.h"
#include "base/sha256.h"

/* An answer: the exit status, and what the run printed, with its files as frames (outputs.h). */
struct cached_answer {
    int status;
    struct text output;
};

/* The folder that --cache or HEDDLE_CACHE names, or "" if there is to be none; kept in words. */
const char *cache_folder(const struct options *o, struct arena *words);
bool cache_find(const char *folder, const char key[SHA256_HEX], struct cached_answer *out);
/* What cannot be kept is not; nobody minds. If all entries then have more than the largest number of bytes, those go that were not used
 * for longest, until a quarter is free. */
void cache_keep(const char *folder, const char key[SHA256_HEX], const struct cached_answer *a, uint64_t largest);

#endif
