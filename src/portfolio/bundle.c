#include "portfolio/bundle.h"

#include "base/log.h"
#include "base/output.h"
#include "program/print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* What came after the last slash. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void write_into(struct pipeline *l, const char *name, const struct text *t)
{
    const char *path = arena_printf(&l->words, "%s/%s", l->bundle, name);
    if (!output_write(t, path))
        log_error("cannot write %s: %s", path, strerror(errno));
}

static void describe(struct pipeline *l, struct text *t)
{
    string_vector arguments = {0};
    options_forward(l->options, l->options->command, &arguments, &l->words);
    text_append(t, "heddle " HEDDLE_VERSION "\nheddle ");
    text_append(t, command_name(l->options->command));
    vector_each(const char **, a, &arguments)
        text_printf(t, " %s", *a);
    vector_each(const char **, f, &l->options->files)
        text_printf(t, " %s", *f);
    text_char(t, '\n');
    vector_free(&arguments);
}

/* Files of different folders may have one name. */
static const char *copy_name(struct pipeline *l, uint32_t i)
{
    const char *name = base_name(l->options->files.data[i]);
    return i ? arena_printf(&l->words, "%u-%s", i, name) : name;
}

static bool make_folder(struct pipeline *l)
{
    const char *parent = getenv("TMPDIR");
    char *folder = arena_printf(&l->words, "%s/heddle-bug-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) {
        log_error("cannot make a folder for a bug report: %s", strerror(errno));
        return false;
    }
    l->bundle = folder;
    vector_each(const char **, f, &l->options->files) {
        struct text bytes = {0};
        if (text_read_regular_file(&bytes, *f))
            write_into(l, copy_name(l, (uint32_t)(f - l->options->files.data)), &bytes);
        text_free(&bytes);
    }
    struct text program = {0};
    print_program(&program, l->small);
    write_into(l, "program.txt", &program);
    text_free(&program);
    log_error("for a bug report: %s", folder);
    return true;
}

void bundle_write(struct pipeline *l, const char *what)
{
    bool first = !l->bundle;
    if (first && !make_folder(l))
        return;
    struct text t = {0};
    if (first)
        describe(l, &t);
    else
        text_read_file(&t, arena_printf(&l->words, "%s/report.txt", l->bundle));
    text_printf(&t, "%s\n", what);
    write_into(l, "report.txt", &t);
    text_free(&t);
}
