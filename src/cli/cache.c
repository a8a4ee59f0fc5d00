#include "cli/cache.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "heddle answer 1\n"

/* The folder and those above it, as far as they can be made. */
static void make_folders(const char *folder)
{
    char *path = mem_strdup(folder);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    mkdir(path, 0700);
    mem_free(path);
}

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
    make_folders(folder);
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
        out->status = bytes.data[STATUS] == '0' ? STATUS_TRUE : STATUS_FALSE;
        text_append_bytes(&out->output, bytes.data + BODY, bytes.size - BODY);
    }
    text_free(&path);
    text_free(&bytes);
    return found;
}

void cache_keep(const char *folder, const char key[SHA256_HEX], const struct cached_answer *a)
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
    text_free(&path);
    text_free(&body);
    text_free(&entry);
}
