/* A result as a file: how the work ended, and what it said. */
#include "runner/runner_parts.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void result_path(struct text *out, const char *folder, const struct work *w) { text_printf(out, "%s/%s.result", folder, w->name); }

bool result_read(const char *folder, struct work *w)
{
    struct text path = {0}, t = {0};
    struct process p = {.out = -1, .err = -1};
    int end = 0, begin = 0;
    size_t output = 0, errors = 0;
    result_path(&path, folder, w);
    bool ok = text_read_regular_file(&t, text_string(&path));
    ok = ok && sscanf(text_string(&t), "heddle result 1\nend %d %d\nseconds %lf cpu %lf\nmemory %zu\noutput %zu errors %zu%n", &end,
                      &p.status, &p.seconds, &p.cpu, &p.memory, &output, &errors, &begin) == 7;
    ok = ok && t.data[begin] == '\n' && output <= t.size && errors <= t.size && t.size == (size_t)begin + 1 + output + errors;
    if (ok) {
        p.end = (enum process_end)end;
        text_append_bytes(&p.output, t.data + begin + 1, output);
        text_append_bytes(&p.errors, t.data + begin + 1 + output, errors);
        w->process = p;
    }
    text_free(&path);
    text_free(&t);
    return ok;
}

/* link() fails if the name is taken, so the first result stands, if it is whole: one that a power cut has left empty is none. rename() is for file systems
 * that have no links. */
static bool publish(const char *folder, const struct work *w, const char *from, const char *to)
{
    struct work there = {0};
    memcpy(there.name, w->name, sizeof there.name);
    bool ok = link(from, to) == 0 || (errno == EEXIST && result_read(folder, &there)) || rename(from, to) == 0;
    process_free(&there.process);
    int why = errno;
    unlink(from);
    errno = why;
    return ok;
}

bool result_write(const char *folder, const struct work *w)
{
    const struct process *p = &w->process;
    struct text path = {0}, draft = {0}, t = {0};
    char host[128] = "";
    gethostname(host, sizeof host - 1);
    result_path(&path, folder, w);
    text_printf(&draft, "%s/%s.%s.%ld", folder, w->name, host, (long)getpid());
    text_printf(&t, "heddle result 1\nend %d %d\nseconds %.6f cpu %.6f\nmemory %zu\noutput %zu errors %zu\n", (int)p->end,
                p->status, p->seconds, p->cpu, p->memory, p->output.size, p->errors.size);
    text_append_bytes(&t, text_string(&p->output), p->output.size);
    text_append_bytes(&t, text_string(&p->errors), p->errors.size);
    bool ok = text_write_file(&t, text_string(&draft)) && publish(folder, w, text_string(&draft), text_string(&path));
    int why = errno;
    text_free(&path);
    text_free(&draft);
    text_free(&t);
    errno = why;
    return ok;
}
