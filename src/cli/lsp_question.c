#include "cli/lsp_question.h"

#include "base/effort.h"
#include "base/output.h"
#include "cli/ci_config.h"

#include <assert.h>
#include <unistd.h>

static const struct ci_program *program_of(const struct ci_config *c, const char *path)
{
    vector_each(const struct ci_program *, p, &c->programs)
        vector_each(const char *const *, f, &p->files)
            if (output_same_file(*f, path))
                return p;
    return NULL;
}

static int add_all(heddle_session *s, int (*add)(heddle_session *, const char *), const string_vector *values)
{
    int error = 0;
    vector_each(const char *const *, v, values)
        error |= add(s, *v);
    return error;
}

static int add_init(heddle_session *s, const char *init) { return heddle_set_option(s, "init", init); }

static int set_cache(heddle_session *s, const struct options *o, struct arena *words)
{
    int error = o->cache ? heddle_set_option(s, "cache", o->cache) : 0;
    return error | heddle_set_option(s, "cache-size", arena_printf(words, "%llu", (unsigned long long)o->cache_size));
}

/* p: what heddle.yml says, or NULL. */
static int ask(heddle_session *s, const struct lsp_question *q, const struct ci_program *p, struct arena *words)
{
    double seconds = q->options->timeout > 0 ? q->options->timeout : p && p->timeout > 0 ? p->timeout : CLOCK_LSP_STAGE;
    int error = heddle_set_program(s, "/proc/self/exe") | heddle_set_option(s, "attached", NULL);
    error |= heddle_set_property(s, q->properties);
    heddle_set_together(s, 1);
    heddle_set_timeout(s, q->limit < seconds ? q->limit : seconds);
    error |= set_cache(s, q->options, words) | heddle_add_text(s, q->path, q->text);
    error |= add_all(s, heddle_add_flag, &q->options->compile);
    error |= add_all(s, heddle_add_entry, p ? &p->entries : &q->options->entries);
    error |= add_all(s, add_init, p ? &p->inits : &q->options->inits);
    if (!p)
        return error;
    error |= add_all(s, heddle_add_flag, &p->flags);
    vector_each(const char *const *, f, &p->files)
        error |= output_same_file(*f, q->path) ? 0 : heddle_add_file(s, *f);
    return error;
}

heddle_session *lsp_question_session(const struct lsp_question *q)
{
    struct arena words = ARENA_EMPTY;
    struct ci_config config = {0};
    const char *why = NULL;
    heddle_session *s = heddle_new();
    assert(q->path && q->text && q->limit > 0);
    bool listed = access("heddle.yml", R_OK) == 0 && ci_config_read(&config, "heddle.yml", &why, &words);
    if (s && ask(s, q, listed ? program_of(&config, q->path) : NULL, &words)) {
        heddle_free(s);
        s = NULL;
    }
    ci_config_free(&config);
    arena_release(&words);
    return s;
}
