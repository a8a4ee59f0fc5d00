/* scandir and glob: which files there are is up to the world; their names are any values. All memory is the program's, which frees it. */
#include "allocation.h"
#include "errors.h"

enum { ENTRY = 280, LAST = 274, LAST_OF_32 = 266 }; /* as in directories.c */
enum { MOST_FOUND = 1 << 16, FILES_OF_ANY = 2 /* . and .., on nearly all file systems */ };

typedef int filter(const void *entry);
typedef int comparison(const void *, const void *);

static void fill(char *entry, int last)
{
    __heddle_havoc(entry, ENTRY, "what is in a directory", NULL);
    entry[last] = 0;
}

/* seen: how many files there are */
static char *next_wanted(filter *wanted, int last, word *seen)
{
    char *entry = __heddle_alloc_any(ENTRY);
    do {
        fill(entry, last);
        *seen += *seen < FILES_OF_ANY;
    } while (wanted && !wanted(entry));
    return entry;
}

/* Behind the last one that is wanted. */
static void pass_unwanted(filter *wanted, int last, word *seen)
{
    char *entry = __heddle_alloc_any(ENTRY);
    while (__heddle_nondet_bool()) {
        fill(entry, last);
        *seen += *seen < FILES_OF_ANY;
        __heddle_assume(!wanted(entry));
    }
    __heddle_free(entry);
}

static void sort(char **all, word count, comparison *compare)
{
    for (word i = 1; i < count; i++)
        for (word k = i; k > 0 && compare(&all[k - 1], &all[k]) > 0; k--) {
            char *kept = all[k];
            all[k] = all[k - 1];
            all[k - 1] = kept;
        }
}

static word some_number(void)
{
    word count = __heddle_nondet_u32();
    __heddle_assume(count <= MOST_FOUND);
    return count;
}

static int scan(const char *directory, char ***list, filter *wanted, comparison *compare, int last)
{
    __heddle_reads_text(directory, __SIZE_MAX__);
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_NOENT);
    word count = some_number(), seen = 0;
    char **all = count ? __heddle_alloc(count * sizeof *all) : NULL;
    for (word k = 0; k < count; k++)
        all[k] = next_wanted(wanted, last, &seen);
    if (wanted)
        pass_unwanted(wanted, last, &seen);
    if (seen < FILES_OF_ANY)
        __heddle_approximate("whether a directory is without itself");
    if (compare)
        sort(all, count, compare);
    *list = all;
    return (int)count;
}

MODEL int scandir(const char *directory, char ***list, filter *wanted, comparison *compare)
{
    return scan(directory, list, wanted, compare, sizeof(long) == 8 ? LAST : LAST_OF_32);
}

MODEL int scandir64(const char *directory, char ***list, filter *wanted, comparison *compare)
{
    return scan(directory, list, wanted, compare, LAST);
}

/* --- glob --- */

struct found {
    size_t count;
    char **paths;
    size_t skipped;
    int flags;
};

enum { STOPS_AT_ERRORS = 1, SKIPS = 8, ADDS = 32, HAS_FUNCTIONS = 1 << 9 };
enum {
    HAS_ALTERNATIVES = 1 << 10 | 1 << 12 /* in braces, and homes of users */,
    KEEPS_PATTERN = 1 << 4 | 1 << 11 /* finds that, if nothing else */
};
enum { NO_MEMORY = 1, ABORTED, NO_MATCH };
enum { LONGEST_PATH = 4095 };

/* Of a pattern without signs there is one file at most. 2: it is not known whether it has some. */
static int has_signs(const char *pattern, int flags)
{
    int has = flags & HAS_ALTERNATIVES ? 2 : 0;
    for (; *pattern; pattern++) {
        if (*pattern == '*' || *pattern == '?')
            return 1;
        if (*pattern == '[' || *pattern == '\\')
            has = 2;
    }
    return has;
}

static char *some_path(void)
{
    unsigned length = __heddle_nondet_u32() & LONGEST_PATH;
    char *path = __heddle_alloc_any(length + 1);
    __heddle_havoc(path, length, "the path of a file", NULL);
    path[length] = 0;
    return path;
}

static int without(struct found *f, int result)
{
    f->count = 0;
    f->paths = NULL;
    return result;
}

MODEL int glob(const char *pattern, int flags, int (*failed)(const char *path, int error), struct found *f)
{
    __heddle_reads_text(pattern, __SIZE_MAX__);
    if (flags & (SKIPS | ADDS | HAS_FUNCTIONS))
        __heddle_unsupported("glob that adds to what it has found, or by functions of its own");
    if (failed)
        while (__heddle_nondet_bool()) {
            __heddle_approximate("which directories cannot be read");
            char *path = some_path();
            int result = failed(path, (int)__heddle_any_u32("why a directory cannot be read"));
            __heddle_free(path);
            if (result || flags & STOPS_AT_ERRORS)
                return without(f, ABORTED);
        }
    if (__heddle_nondet_bool()) {
        if (!(flags & KEEPS_PATTERN) && __heddle_nondet_bool())
            return without(f, NO_MATCH);
        __heddle_approximate("whether glob succeeds");
        return without(f, !failed && flags & STOPS_AT_ERRORS && __heddle_nondet_bool() ? ABORTED : NO_MEMORY);
    }
    int signs = has_signs(pattern, flags);
    word count = some_number();
    __heddle_assume(count > 0 && (signs || count == 1));
    if (signs == 2)
        __heddle_approximate("how many files there are");
    char **all = __heddle_alloc((count + 1) * sizeof *all);
    for (word k = 0; k < count; k++)
        all[k] = some_path();
    all[count] = NULL;
    f->count = count;
    f->paths = all;
    f->flags = flags;
    return 0;
}

MODEL void globfree(struct found *f)
{
    for (size_t k = 0; f->paths && k < f->count; k++)
        __heddle_free(f->paths[k]);
    if (f->paths)
        __heddle_free(f->paths);
    f->paths = NULL;
}
