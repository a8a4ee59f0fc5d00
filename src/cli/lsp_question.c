#include "cli/lsp_question.h"

#include "base/effort.h"
#include "base/output.h"
#include "cli/ci_config.h"

#include <unistd.h>

static const struct ci_program *program_of(const struct ci_config *c, const char *path)
{
    vector_each(const struct ci_program *, p, &c->programs)
        vector_each(const char *const *, f, &p->files)
            if (output_same_file(*f, path))
                return p;
    return NULL;
}

static void push_all(string_vector *argv, const char *option, const string_vector *values, struct arena *words)
{
    vector_each(const char *const *, v, values)
        vector_push(argv, arena_printf(words, "--%s=%s", option, *v));
}

/* Of heddle verify, for these properties. */
static void arguments_for(const struct lsp_question *q, const struct ci_program *p, string_vector *argv, struct arena *words)
{
    const char *slash = strrchr(q->path, '/');
    double seconds = q->options->timeout > 0 ? q->options->timeout : p && p->timeout > 0 ? p->timeout : CLOCK_LSP_STAGE;
    vector_push(argv, arena_printf(words, "--property=%s", q->properties));
    vector_push(argv, arena_printf(words, "--timeout=%.9g", q->limit < seconds ? q->limit : seconds));
    vector_push(argv, arena_printf(words, "--flag=-iquote%.*s", slash ? (int)(slash - q->path) : 1, slash ? q->path : "."));
    if (q->options->cache)
        vector_push(argv, arena_printf(words, "--cache=%s", q->options->cache));
    vector_push(argv, arena_printf(words, "--cache-size=%llu", (unsigned long long)q->options->cache_size));
    vector_each(const char *const *, f, &q->options->compile)
        vector_push(argv, arena_printf(words, "--flag=%s", *f));
    push_all(argv, "entry", p ? &p->entries : &q->options->entries, words);
    push_all(argv, "init", p ? &p->inits : &q->options->inits, words);
    if (p)
        push_all(argv, "flag", &p->flags, words);
    vector_push(argv, "--");
    vector_push(argv, q->copy);
    if (p)
        vector_each(const char *const *, f, &p->files)
            if (!output_same_file(*f, q->path))
                vector_push(argv, *f);
    vector_push(argv, NULL);
}

void lsp_question_arguments(const struct lsp_question *q, string_vector *argv, struct arena *words)
{
    struct ci_config config = {0};
    const char *error = NULL;
    bool listed = access("heddle.yml", R_OK) == 0 && ci_config_read(&config, "heddle.yml", &error, words);
    arguments_for(q, listed ? program_of(&config, q->path) : NULL, argv, words);
    ci_config_free(&config);
}
