/* A file is compiled once, when it is first looked at. Files with main belong to nobody else. */
#include "cli/linked_files.h"

#include "base/log.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/symbols.h"

struct linker {
    const struct compile_database *database;
    const struct options *options;
    struct symbols *symbols; /* by entry */
    bool *known;             /* by entry */
    struct arena words;
};

struct linker *linker_new(const struct compile_database *d, const struct options *o)
{
    struct linker *l = NEW(struct linker);
    *l = (struct linker){.database = d,
                         .options = o,
                         .symbols = NEW_ARRAY(struct symbols, d->entries.size + 1),
                         .known = NEW_ARRAY(bool, d->entries.size + 1)};
    return l;
}

void linker_free(struct linker *l)
{
    for (uint32_t i = 0; i < l->database->entries.size; i++)
        symbols_free(&l->symbols[i]);
    mem_free(l->symbols);
    mem_free(l->known);
    arena_release(&l->words);
    mem_free(l);
}

/* Nothing if it does not compile: then it is nobody's part (and verify says so if it is named). */
static const struct symbols *symbols_of(struct linker *l, uint32_t entry)
{
    const struct compile_entry *e = &l->database->entries.data[entry];
    const char *error;
    if (!l->known[entry]) {
        struct frontend_options o = {.files = &e->file,
                                     .file_count = 1,
                                     .clang_arguments = e->flags.data,
                                     .clang_argument_count = e->flags.size,
                                     .m32 = e->m32,
                                     .clang = l->options->clang};
        l->known[entry] = true;
        progress("reading %s", e->file);
        if (!symbols_read(&o, &l->symbols[entry], &error, &l->words))
            log_warning("%s: it is not linked with anything", error);
    }
    return &l->symbols[entry];
}

static bool is_among(const compile_entries *files, const struct compile_entry *e)
{
    vector_each(const struct compile_entry *const *, f, files)
        if (*f == e)
            return true;
    return false;
}

static bool defines(const struct symbols *s, const char *name)
{
    vector_each(const char *const *, d, &s->defined)
        if (!strcmp(*d, name))
            return true;
    return false;
}

/* The one file without main that defines a name. NULL if there is none, or if there are several, or if a file defines it already. */
static const struct compile_entry *definer(struct linker *l, const struct compile_entry *program, const compile_entries *files,
                                           const char *name)
{
    const struct compile_entry *found = NULL;
    for (uint32_t i = 0; i < l->database->entries.size; i++) {
        const struct compile_entry *e = &l->database->entries.data[i];
        if ((e->has_main && e != program) || !defines(symbols_of(l, i), name))
            continue;
        if (e == program || is_among(files, e))
            return NULL;
        if (found) {
            log_warning("%s: %s is defined in %s and in %s: say with --with which of them belongs to it", program->file, name,
                        found->file, e->file);
            return NULL;
        }
        found = e;
    }
    return found;
}

void linker_complete(struct linker *l, const struct compile_entry *program, compile_entries *files)
{
    const struct compile_entry *first = l->database->entries.data;
    struct map looked = {0}; /* names */
    for (uint32_t i = 0; i <= files->size; i++) {
        const struct symbols *s = symbols_of(l, (uint32_t)((i ? files->data[i - 1] : program) - first));
        vector_each(const char *const *, name, &s->wanted) {
            uint64_t key = hash_bytes(*name, strlen(*name));
            if (map_get(&looked, key, NULL))
                continue;
            map_put(&looked, key, 1);
            const struct compile_entry *e = definer(l, program, files, *name);
            if (e)
                vector_push(files, e);
        }
    }
    map_free(&looked);
    progress_done();
}
