/* The key is made of this heddle (its build id), the clang that it uses, every option, how wide the terminal is, and for each file its
 * name, its text after preprocessing and the bytes of it and of the headers that are not the system's: reports show lines as they are
 * in the files, comments included. Where outputs go does not matter, what they are does. */
#include "worker/cache_key.h"

#include "base/map.h"
#include "base/self.h"
#include "portfolio/pipeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- what is asked --- */

static const char *only_kind(void *words, const char *path)
{
    const char *dot = strrchr(path, '.');
    return !strcmp(path, "-") ? path : arena_printf(words, "x%s", dot && !strchr(dot, '/') ? dot : "");
}

static void add_options(struct text *t, const struct options *o, struct arena *words)
{
    struct options own = *o; /* shares the vectors */
    struct winsize w = {0};
    string_vector all = {0};
    const char *date = getenv("SOURCE_DATE_EPOCH");
    options_rename_outputs(&own, only_kind, words);
    own.cache = NULL;
    own.command = COMMAND_VERIFY;
    options_forward(&own, COMMAND_VERIFY, &all, words);
    vector_each(const char **, a, &all)
        text_printf(t, "%s\n", *a);
    vector_free(&all);
    bool terminal = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0;
    text_printf(t, "quiet %d width %d date %s\n", o->quiet, terminal ? w.ws_col : 0, date ? date : "");
}

/* --- the program --- */

static void add_hash(struct text *t, const char *what, const struct text *bytes)
{
    char hex[SHA256_HEX];
    sha256_hex(text_string(bytes), bytes->size, hex);
    text_printf(t, "%s %s\n", hex, what);
}

static bool add_file(struct text *t, const char *path)
{
    struct text bytes = {0};
    bool ok = text_read_regular_file(&bytes, path);
    if (ok)
        add_hash(t, path, &bytes);
    text_free(&bytes);
    return ok;
}

/* Lines '# 12 "name" 1 3': 3 is a header of the system. Names that are no files (<built-in>) are none. */
static void add_headers(struct text *t, const struct text *preprocessed)
{
    struct intern seen = {0};
    for (const char *p = text_string(preprocessed); p && *p; p = strchr(p, '\n'), p += p != NULL) {
        const char *from = p[0] == '#' && p[1] == ' ' ? strchr(p, '"') : NULL, *end = strchr(p, '\n');
        const char *to = from && (!end || from < end) ? strchr(from + 1, '"') : NULL;
        bool is_new = false;
        if (!to || (end && to > end) || from[1] == '<' || memmem(to, end ? (size_t)(end - to) : strlen(to), " 3", 2))
            continue;
        uint32_t id = intern_add(&seen, from + 1, (size_t)(to - from) - 1, &is_new);
        if (is_new)
            add_file(t, intern_string(&seen, id));
    }
    intern_free(&seen);
}

static bool is_source(const char *file) { return !ends_with(file, ".bc") && !ends_with(file, ".ll"); }

static bool add_program(struct text *t, const struct options *o, struct arena *words)
{
    bool ok = true;
    for (uint32_t i = 0; i < o->files.size && ok; i++) {
        const char *file = o->files.data[i];
        struct text preprocessed = {0}, bytes = {0};
        ok = text_read_regular_file(&bytes, file);
        if (ok)
            add_hash(t, file, &bytes);
        if (ok && is_source(file) && (ok = pipeline_preprocess(o, i, &preprocessed, words))) {
            add_hash(t, "preprocessed", &preprocessed);
            add_headers(t, &preprocessed);
        }
        text_free(&preprocessed);
        text_free(&bytes);
    }
    return ok;
}

bool cache_key(const struct options *o, char key[SHA256_HEX])
{
    struct text t = {0};
    struct arena words = ARENA_EMPTY;
    named_files inputs = {0};
    bool kept = !o->stats && !o->explain && !o->verbose && !o->debug && !o->emit_template && !o->emit_tts;
    options_inputs(o, &inputs);
    kept &= inputs.size == o->files.size; /* no other file is read */
    text_append(&t, "heddle verify\n");
    bool ok = kept && add_build_id(&t) && add_program_stamp(&t, o->clang ? o->clang : "clang-19");
    if (ok)
        add_options(&t, o, &words);
    ok = ok && add_program(&t, o, &words);
    sha256_hex(text_string(&t), t.size, key);
    vector_free(&inputs);
    arena_release(&words);
    text_free(&t);
    return ok;
}
