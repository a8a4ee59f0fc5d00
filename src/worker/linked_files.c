/* Every file is compiled once. Files with main belong to nobody else. */
#include "worker/linked_files.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/symbols.h"

#define LAST UINT32_MAX

struct definition {
    const char *name;
    uint32_t entry, next; /* the next one of that name, in a later entry, or LAST */
};

struct linker {
    const struct compile_database *database;
    const struct options *options;
    struct symbols *symbols; /* by entry */
    bool *has_main;          /* by entry */
    VECTOR(struct definition) definitions;
    struct map first;  /* by hash of the name: the definition in the first entry */
    struct map warned; /* pairs of files for a program */
    struct arena words;
};

static const char *const MAIN = "main";

/* main, an opening parenthesis. */
static bool looks_like_program(const char *file)
{
    struct text source = {0};
    bool found = false;
    if (text_read_regular_file(&source, file))
        for (const char *at = text_string(&source); !found && (at = strstr(at, MAIN)); at += strlen(MAIN))
            found = at[strlen(MAIN) + strspn(at + strlen(MAIN), " \t\n")] == '(';
    text_free(&source);
    return found;
}

static void read_entry(struct linker *l, uint32_t entry)
{
    const struct compile_entry *e = &l->database->entries.data[entry];
    const char *error;
    struct frontend_options o = {.files = &e->file,
                                 .file_count = 1,
                                 .clang_arguments = e->flags.data,
                                 .clang_argument_count = e->flags.size,
                                 .m32 = e->m32,
                                 .clang = l->options->clang};
    progress("reading %s, %u of %u", e->file, entry + 1, l->database->entries.size);
    if (!symbols_read(&o, &l->symbols[entry], &error, &l->words)) {
        log_warning("%s: it is not linked with anything", error);
        l->has_main[entry] = looks_like_program(e->file);
    }
    vector_each(const char *const *, name, &l->symbols[entry].defined)
        l->has_main[entry] |= !strcmp(*name, MAIN);
}

static uint64_t key_of(const char *name) { return hash_bytes(name, strlen(name)); }

static void enter_definitions(struct linker *l)
{
    for (uint32_t i = l->database->entries.size; i-- > 0;)
        vector_each(const char *const *, name, &l->symbols[i].defined) {
            uint64_t next;
            if (!map_get(&l->first, key_of(*name), &next))
                next = LAST;
            map_put(&l->first, key_of(*name), l->definitions.size);
            vector_push(&l->definitions, ((struct definition){*name, i, (uint32_t)next}));
        }
}

struct linker *linker_new(const struct compile_database *d, const struct options *o)
{
    struct linker *l = NEW(struct linker);
    *l = (struct linker){.database = d,
                         .options = o,
                         .symbols = NEW_ARRAY(struct symbols, d->entries.size + 1),
                         .has_main = NEW_ARRAY(bool, d->entries.size + 1)};
    for (uint32_t i = 0; i < d->entries.size && !interrupted(); i++)
        read_entry(l, i);
    progress_done();
    enter_definitions(l);
    return l;
}

void linker_free(struct linker *l)
{
    for (uint32_t i = 0; i < l->database->entries.size; i++)
        symbols_free(&l->symbols[i]);
    mem_free(l->symbols);
    mem_free(l->has_main);
    vector_free(&l->definitions);
    map_free(&l->first);
    map_free(&l->warned);
    arena_release(&l->words);
    mem_free(l);
}

bool linker_has_main(const struct linker *l, const struct compile_entry *e) { return l->has_main[e - l->database->entries.data]; }

static bool is_among(const compile_entries *files, const struct compile_entry *e)
{
    vector_each(const struct compile_entry *const *, f, files)
        if (*f == e)
            return true;
    return false;
}

/* Says of two files once that both could belong to the program. */
static void warn_of_choice(struct linker *l, const struct compile_entry *program, const char *name, const struct compile_entry *a,
                           const struct compile_entry *b)
{
    const struct compile_entry *pair[] = {program, a, b};
    uint64_t key = hash_bytes(pair, sizeof pair);
    if (map_get(&l->warned, key, NULL))
        return;
    map_put(&l->warned, key, 1);
    if (!strcmp(a->file, b->file))
        log_warning("%s: %s is defined in %s, which is compiled in several ways: the first is taken", program->file, name, a->file);
    else
        log_warning("%s: %s is defined in %s and in %s: say with --with which of them belongs to it", program->file, name, a->file,
                    b->file);
}

/* The one file without main that defines a name; of several, the one that was linked with the program. NULL if there is none, or several, or if a file
 * defines it already. */
static const struct compile_entry *definer(struct linker *l, const struct compile_entry *program, const compile_entries *files,
                                           const char *name)
{
    const struct compile_entry *found = NULL, *other = NULL;
    bool linked = false;
    uint64_t at = LAST;
    map_get(&l->first, key_of(name), &at);
    for (; at != LAST; at = l->definitions.data[at].next) {
        const struct definition *d = &l->definitions.data[at];
        const struct compile_entry *e = &l->database->entries.data[d->entry];
        if ((linker_has_main(l, e) && e != program) || strcmp(d->name, name) != 0)
            continue;
        if (e == program || is_among(files, e))
            return NULL;
        bool better = compile_database_links(l->database, program, e);
        if (better < linked)
            continue;
        if (better == linked && found) {
            other = other && strcmp(found->file, other->file) != 0 ? other : e; /* in another file, if there is one */
        } else {
            found = e;
            other = NULL;
            linked = better;
        }
    }
    if (other)
        warn_of_choice(l, program, name, found, other);
    return other && strcmp(found->file, other->file) != 0 ? NULL : found;
}

void linker_complete(struct linker *l, const struct compile_entry *program, compile_entries *files)
{
    const struct compile_entry *first = l->database->entries.data;
    struct map looked = {0}; /* names */
    for (uint32_t i = 0; i <= files->size; i++) {
        const struct symbols *s = &l->symbols[(i ? files->data[i - 1] : program) - first];
        vector_each(const char *const *, name, &s->wanted) {
            if (map_get(&looked, key_of(*name), NULL))
                continue;
            map_put(&looked, key_of(*name), 1);
            const struct compile_entry *e = definer(l, program, files, *name);
            if (e)
                vector_push(files, e);
        }
    }
    map_free(&looked);
}
