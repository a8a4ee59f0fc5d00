#include "cli/cache.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/commands.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "heddle answer 1\n"

/* An answer that somebody else may have put there is worth nothing. */
static bool is_own(const char *folder)
{
    struct stat s;
    if (stat(folder, &s) != 0) {
        log_warning("cannot use the cache %s: %s", folder, strerror(errno));
        return false;
    }
    bool own = S_ISDIR(s.st_mode) && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH));
    if (!own)
        log_warning("the cache %s is not used: it has to be a folder that nobody else may write to", folder);
    return own;
}

const char *cache_folder(const struct options *o, struct arena *words)
{
    const char *asked = o->cache ? o->cache : getenv("HEDDLE_CACHE");
    if (!asked || !*asked || !strcmp(asked, "none"))
        return "";
    const char *folder = arena_strdup(words, asked);
    make_folders(folder, 0700);
    return is_own(folder) ? folder : "";
}

static void path_of(struct text *out, const char *folder, const char *key) { text_printf(out, "%s/%s", folder, key); }

/* Over the key too: an entry does not answer for another program. */
static void seal(const char *key, const char *bytes, size_t size, char hex[SHA256_HEX])
{
    struct text t = {0};
    text_printf(&t, "%s\n", key);
    text_append_bytes(&t, bytes, size);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

bool cache_find(const char *folder, const char key[SHA256_HEX], struct cached_answer *out)
{
    enum { SEAL = sizeof MAGIC - 1, STATUS = SEAL + SHA256_HEX, BODY = STATUS + 2 };
    struct text path = {0}, bytes = {0};
    char hex[SHA256_HEX];
    path_of(&path, folder, key);
    bool found = text_read_regular_file(&bytes, text_string(&path)) && bytes.size >= BODY && starts_with(bytes.data, MAGIC);
    if (found) {
        seal(key, bytes.data + STATUS, bytes.size - STATUS, hex);
        found = !memcmp(bytes.data + SEAL, hex, SHA256_HEX - 1) && strchr("01", bytes.data[STATUS]);
    }
    if (found) {
        utimensat(AT_FDCWD, text_string(&path), NULL, 0); /* what is used stays */
        out->status = bytes.data[STATUS] == '0' ? STATUS_TRUE : STATUS_FALSE;
        text_append_bytes(&out->output, bytes.data + BODY, bytes.size - BODY);
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

/* Entries alone: their names are keys. */
static void list_entries(const char *folder, entry_vector *out)
{
    DIR *d = opendir(folder);
    struct stat status;
    for (struct dirent *e; d && (e = readdir(d));) {
        struct text path = {0};
        path_of(&path, folder, e->d_name);
        bool entry = strlen(e->d_name) == SHA256_HEX - 1 && strspn(e->d_name, "0123456789abcdef") == SHA256_HEX - 1 &&
                     lstat(text_string(&path), &status) == 0 && S_ISREG(status.st_mode);
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

void cache_keep(const char *folder, const char key[SHA256_HEX], const struct cached_answer *a, uint64_t largest)
{
    struct text path = {0}, body = {0}, entry = {0};
    char hex[SHA256_HEX];
    if (a->status != STATUS_TRUE && a->status != STATUS_FALSE)
        return;
    path_of(&path, folder, key);
    text_printf(&body, "%d\n", a->status);
    text_append_bytes(&body, text_string(&a->output), a->output.size);
    seal(key, text_string(&body), body.size, hex);
    text_printf(&entry, MAGIC "%s\n", hex);
    text_append_bytes(&entry, text_string(&body), body.size);
    if (!output_write(&entry, text_string(&path)))
        log_info("cannot keep the answer in %s: %s", text_string(&path), strerror(errno));
    shrink(folder, largest);
    text_free(&path);
    text_free(&body);
    text_free(&entry);
}
