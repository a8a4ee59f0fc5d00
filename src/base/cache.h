/* Bytes that were found before, by a key that says all they depend on: answers of whole runs (worker/supervise_cached.c), of engines about a
 * program as they see it (portfolio/recall.h), and about single checks (portfolio/recall_checks.h).
 *
 * An entry is a file that is named by the key, with a hash of the name and of its own bytes before them: whatever is damaged, cut off or
 * was put there under another name is passed over. The folder has to belong to the user, and nobody else may write there. */
#ifndef HEDDLE_BASE_CACHE_H
#define HEDDLE_BASE_CACHE_H

#include "base/options.h"
#include "base/sha256.h"

/* The folder that --cache or HEDDLE_CACHE names, or "" if there is to be none, or it cannot be used (which the user is told if warns is set); kept in words. */
const char *cache_folder(const struct options *o, bool warns, struct arena *words);
/* A name is a hash (sha256_hex) of the key, or one with one of these behind it. */
#define CACHE_OF_ENGINES ".engines"
#define CACHE_OF_CHECKS ".check"
bool cache_find(const char *folder, const char *name, struct text *bytes); /* which are appended */
/* What cannot be kept is not; nobody minds. If all entries then have more than the largest number of bytes, those go that were not used
 * for longest, until a quarter is free. */
void cache_keep(const char *folder, const char *name, const struct text *bytes, uint64_t largest);

#endif
