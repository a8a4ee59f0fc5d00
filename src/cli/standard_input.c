#include "cli/standard_input.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/output.h"
#include "cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* The commands that read C programs. */
static bool reads_programs(enum command c)
{
    return c == COMMAND_VERIFY || c == COMMAND_RACE || c == COMMAND_DEADLOCK || c == COMMAND_CHECK || c == COMMAND_VALIDATE ||
           c == COMMAND_SHOW || c == COMMAND_RUN;
}

static bool read_all(struct text *t)
{
    char part[4096];
    ssize_t n;
    while ((n = read(STDIN_FILENO, part, sizeof part)) > 0 || (n < 0 && errno == EINTR && !interrupted()))
        if (n > 0)
            text_append_bytes(t, part, (size_t)n);
    return n == 0;
}

static bool keep(struct standard_input *s, struct options *o)
{
    struct text t = {0};
    text_append(&t, "# 1 \"<stdin>\"\n");
    bool ok = read_all(&t);
    s->folder = ok ? temporary_folder(&o->words) : NULL;
    if (s->folder) {
        s->file = arena_printf(&o->words, "%s/stdin.c", s->folder);
        ok = output_write(&t, s->file);
        log_call_file(s->file, "<stdin>");
    }
    text_free(&t);
    return ok && s->folder;
}

int standard_input_keep(struct standard_input *s, struct options *o)
{
    *s = (struct standard_input){0};
    vector_each(const char **, f, &o->files) {
        if (strcmp(*f, "-") || !reads_programs(o->command))
            continue;
        if (s->file) {
            log_error("standard input can be one file only");
            return STATUS_USAGE;
        }
        if (!keep(s, o)) {
            log_error("cannot read standard input: %s", strerror(errno));
            return STATUS_INPUT;
        }
        *f = s->file;
        vector_push(&o->compile, "-iquote."); /* where its headers are looked for first */
    }
    return 0;
}

void standard_input_remove(const struct standard_input *s)
{
    if (s->file)
        unlink(s->file);
    if (s->folder)
        rmdir(s->folder);
}
