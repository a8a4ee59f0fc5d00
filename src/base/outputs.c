#include "base/outputs.h"

#include "base/clock.h"
#include "base/colour.h"
#include "base/log.h"
#include "base/output.h"
#include "base/printable.h"
#include "base/status.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_stdout(const char *path) { return !strcmp(path, "-"); }

/* Two reports may go into one device; one file cannot hold both. */
static bool can_hold_one(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

bool outputs_spare(const struct options *o, const char *input)
{
    named_files outputs = {0};
    bool ok = true;
    options_outputs(o, &outputs);
    vector_each(const struct named_file *, f, &outputs)
        if (ok && !is_stdout(f->path) && output_same_file(f->path, input)) {
            log_error("--%s would overwrite the input %s", f->option, input);
            ok = false;
        }
    vector_free(&outputs);
    return ok;
}

static bool outputs_differ(const named_files *outputs)
{
    vector_each(const struct named_file *, a, outputs)
        for (const struct named_file *b = outputs->data; b < a; b++)
            if (!is_stdout(a->path) && !is_stdout(b->path) && output_same_file(a->path, b->path) && can_hold_one(a->path)) {
                log_error("--%s and --%s name the same file %s", b->option, a->option, a->path);
                return false;
            }
    return true;
}

int outputs_check(const struct options *o)
{
    named_files inputs = {0}, outputs = {0};
    int status = 0;
    options_inputs(o, &inputs);
    options_outputs(o, &outputs);
    vector_each(const struct named_file *, f, &inputs)
        if (!status && !outputs_spare(o, f->path))
            status = STATUS_USAGE;
    if (!status && !outputs_differ(&outputs))
        status = STATUS_USAGE;
    vector_each(const struct named_file *, f, &outputs)
        if (!status && !is_stdout(f->path) && !output_possible(f->path)) {
            log_error("cannot write %s: %s", f->path, strerror(errno));
            status = STATUS_INPUT;
        }
    vector_free(&inputs);
    vector_free(&outputs);
    return status;
}

bool outputs_take_stdout(const struct options *o)
{
    named_files outputs = {0};
    bool any = false;
    options_outputs(o, &outputs);
    vector_each(const struct named_file *, f, &outputs)
        any |= is_stdout(f->path);
    vector_free(&outputs);
    return any;
}

/* A frame is "\1heddle SIZE NAME", a newline, the bytes. */
bool outputs_next_frame(const struct text *out, size_t *at, struct output_frame *f, struct text *rest, struct arena *words)
{
    const char *all = text_string(out), *start = strstr(all + *at, OUTPUT_FRAME);
    text_append_bytes(rest, all + *at, start ? (size_t)(start - all) - *at : out->size - *at);
    if (!start)
        return false;
    char *name;
    f->size = strtoull(start + strlen(OUTPUT_FRAME), &name, 10);
    f->name = arena_strndup(words, name + 1, strcspn(name + 1, "\n"));
    f->bytes = name + 1 + strlen(f->name) + 1;
    *at = (size_t)(f->bytes - all) + f->size;
    return true;
}

bool outputs_put(const char *path, const struct text *content, struct text *out)
{
    if (is_stdout(path)) {
        text_append_bytes(out, text_string(content), content->size);
        return true;
    }
    if (starts_with(path, OUTPUT_FRAME)) {
        text_printf(out, OUTPUT_FRAME "%zu %s\n", content->size, path + strlen(OUTPUT_FRAME));
        text_append_bytes(out, text_string(content), content->size);
        return true;
    }
    if (output_write(content, path))
        return true;
    log_error("cannot write %s: %s", path, strerror(errno));
    return false;
}

void outputs_leave_none(const char *path)
{
    if (!is_stdout(path) && !starts_with(path, OUTPUT_FRAME) && !interrupted())
        output_remove(path);
}

/* Whatever the program under verification has put into the words, they reach a terminal as text. */
bool outputs_show(const struct options *o, const struct text *words)
{
    struct text t = {0}, coloured = {0};
    text_append_printable(&t, text_string(words), words->size, PRINTABLE_LINES);
    if (colour_wanted(o, STDOUT_FILENO) && !outputs_take_stdout(o))
        text_append_coloured(&coloured, text_string(&t), t.size);
    const struct text *shown = coloured.size ? &coloured : &t;
    bool ok = fwrite(text_string(shown), 1, shown->size, stdout) == shown->size && fflush(stdout) == 0;
    text_free(&coloured);
    text_free(&t);
    return ok;
}
