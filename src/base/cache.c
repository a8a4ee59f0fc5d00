#include "base/cache.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "heddle kept 1\n"

/* An answer that somebody else may have put there is worth nothing. */
static bool is_own(const char *folder, bool warns)
{
    struct stat s;
    bool there = stat(folder, &s) == 0;
    bool own = there && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH));
    if (!there && warns)
        log_warning("cannot use the cache %s: %s", folder, strerror(errno));
    else if (!own && warns)
        log_warning("the cache %s is not used: it has to be a folder that nobody else may write to", folder);
    return own;
}

const char *cache_folder(const struct options *o, bool warns, struct arena *words)
{
    const char *asked = o->cache ? o->cache : getenv("HEDDLE_CACHE");
    if (!asked || !*asked || !strcmp(asked, "none"))
        return "";
    const char *folder = arena_strdup(words, asked);
    make_folders(folder, 0700);
    return is_own(folder, warns) ? folder : "";
}

static void path_of(struct text *out, const char *folder, const char *name) { text_printf(out, "%s/%s", folder, name); }

/* Over the name too: an entry does not answer for another program. */
static void seal(const char *name, const char *bytes, size_t size, char hex[SHA256_HEX])
{
    struct text t = {0};
    text_printf(&t, "%s\n", name);
    text_append_bytes(&t, bytes, size);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

bool cache_find(const char *folder, const char *name, struct text *out)
{
    enum { SEAL = sizeof MAGIC - 1, BODY = SEAL + SHA256_HEX };
    struct text path = {0}, bytes = {0};
    char hex[SHA256_HEX];
    path_of(&path, folder, name);
    bool found = text_read_regular_file(&bytes, text_string(&path)) && bytes.size >= BODY && starts_with(bytes.data, MAGIC);
    if (found) {
        seal(name, bytes.data + BODY, bytes.size - BODY, hex);
        found = !memcmp(bytes.data + SEAL, hex, SHA256_HEX - 1);
    }
    if (found) {
        utimensat(AT_FDCWD, text_string(&path), NULL, 0); /* what is used stays */
        text_append_bytes(out, bytes.data + BODY, bytes.size - BODY);
    }
    text_free(&path);
    text_free(&bytes);
    return found;
}

/* --- not more than it may be --- */

struct entry {
    char *path;
    time_t used;
    off_t size;
};
typedef VECTOR(struct entry) entry_vector;

static bool is_name(const char *s)
{
    const char *end = s + SHA256_HEX - 1;
    return strspn(s, "0123456789abcdef") == SHA256_HEX - 1 &&
           (!*end || !strcmp(end, CACHE_OF_ENGINES) || !strcmp(end, CACHE_OF_CHECKS));
}

/* Entries alone. */
static void list_entries(const char *folder, entry_vector *out)
{
    DIR *d = opendir(folder);
    struct stat status;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct text path = {0};
        path_of(&path, folder, e->d_name);
        bool entry = is_name(e->d_name) && lstat(text_string(&path), &status) == 0 && S_ISREG(status.st_mode);
        if (entry)
            vector_push(out, (struct entry){path.data, status.st_mtime, status.st_size});
        else
            text_free(&path);
    }
    if (d)
        closedir(d);
}

static int by_use(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->used > y->used) - (x->used < y->used);
}

/* Those go that were not used for longest, until a quarter is free. */
static void shrink(const char *folder, uint64_t largest)
{
    assert(*folder);
    entry_vector all = {0};
    uint64_t size = 0;
    list_entries(folder, &all);
    vector_each(const struct entry *, e, &all)
        size += (uint64_t)e->size;
    if (all.size)
        qsort(all.data, all.size, sizeof *all.data, by_use);
    bool shrinks = size > largest;
    vector_each(struct entry *, e, &all) {
        if (shrinks && size > largest - largest / 4 && unlink(e->path) == 0)
            size -= (uint64_t)e->size;
        mem_free(e->path);
    }
    vector_free(&all);
}

void cache_keep(const char *folder, const char *name, const struct text *bytes, uint64_t largest)
{
    struct text path = {0}, entry = {0};
    char hex[SHA256_HEX];
    path_of(&path, folder, name);
    seal(name, text_string(bytes), bytes->size, hex);
    text_printf(&entry, MAGIC "%s\n", hex);
    text_append_bytes(&entry, text_string(bytes), bytes->size);
    if (!output_write(&entry, text_string(&path)))
        log_info("cannot keep the answer in %s: %s", text_string(&path), strerror(errno));
    shrink(folder, largest);
    text_free(&path);
    text_free(&entry);
}
