/* Works for a node, as a file: the node reads it, runs them one after the other and leaves their results. */
#include "base/effort.h"
#include "base/log.h"
#include "base/self.h"
#include "runner/runner_parts.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool work_start(struct work *w)
{
    string_vector argv = {0};
    struct budget limits = {.deadline = w->timeout > 0 ? clock_wall() + w->timeout + CLOCK_WORK_KILL : 0};
    vector_push(&argv, "/proc/self/exe");
    vector_each(const char *const *, a, &w->argv)
        vector_push(&argv, *a);
    vector_push(&argv, NULL);
    bool ok = process_start(&w->process, argv.data, &limits);
    w->process.grace = CLOCK_WORK_KILL;
    vector_free(&argv);
    return ok;
}

/* --- writing --- */

static void write_string(struct text *t, const char *s) { text_printf(t, "%zu %s\n", strlen(s), s); }

bool work_file_write(const struct run *run, const char *path, const u32_vector *works)
{
    struct text t = {0};
    text_append(&t, "heddle work 1\n");
    add_build_id(&t);
    write_string(&t, run->folder);
    text_printf(&t, "%u\n", works->size);
    vector_each(const uint32_t *, i, works) {
        const struct work *w = &run->works[*i];
        text_printf(&t, "%s %.9g %u\n", w->name, w->timeout, w->argv.size);
        vector_each(const char *const *, a, &w->argv)
            write_string(&t, *a);
    }
    bool ok = text_write_file(&t, path);
    text_free(&t);
    return ok;
}

/* --- reading --- */

struct reader {
    const char *at, *end;
    bool bad;
    struct arena *words;
};

static unsigned long read_number(struct reader *r)
{
    char *end;
    unsigned long n = strtoul(r->at, &end, 10);
    r->bad |= end == r->at;
    r->at = end;
    return n;
}

static void skip(struct reader *r, char c)
{
    r->bad |= r->at >= r->end || *r->at != c;
    r->at += !r->bad;
}

static const char *read_string(struct reader *r)
{
    unsigned long n = read_number(r);
    skip(r, ' ');
    if (r->bad || n > (unsigned long)(r->end - r->at)) {
        r->bad = true;
        return "";
    }
    const char *s = arena_strndup(r->words, r->at, n);
    r->at += n;
    skip(r, '\n');
    return s;
}

static void read_work(struct reader *r, struct work *w)
{
    if (r->end - r->at < SHA256_HEX) {
        r->bad = true;
        return;
    }
    memcpy(w->name, r->at, SHA256_HEX - 1);
    r->at += SHA256_HEX - 1;
    r->bad |= strspn(w->name, "0123456789abcdef") != SHA256_HEX - 1;
    skip(r, ' ');
    w->timeout = strtod(r->at, NULL);
    r->at += strcspn(r->at, " \n");
    skip(r, ' ');
    unsigned long n = read_number(r);
    skip(r, '\n');
    while (n-- && !r->bad)
        vector_push(&w->argv, read_string(r));
    r->bad |= !w->argv.size || strcmp(w->argv.data[0], "verify") != 0; /* a node verifies, and does nothing else */
}

/* --- a node --- */

static void note_begun(const char *path, const struct work *w)
{
    struct text name = {0}, line = {0};
    text_printf(&name, "%s.begun", path);
    text_printf(&line, "%s\n", w->name);
    int fd = open(text_string(&name), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || !write_all(fd, text_string(&line), line.size))
        log_warning("cannot write %s: %s", text_string(&name), strerror(errno));
    if (fd >= 0)
        close(fd);
    text_free(&name);
    text_free(&line);
}

/* A result of a work that was told to stop would be none. */
static bool run_one(const char *path, const char *folder, struct work *w)
{
    if (result_read(folder, w))
        return true;
    note_begun(path, w);
    work_start(w);
    process_finish(&w->process);
    if (interrupted() || w->process.interrupt_sent || result_write(folder, w))
        return true;
    log_error("cannot write a result into %s: %s", folder, strerror(errno));
    return false;
}

static bool is_own_build(struct reader *r)
{
    struct text own = {0};
    add_build_id(&own);
    bool same = (size_t)(r->end - r->at) > own.size && !memcmp(r->at, text_string(&own), own.size);
    r->at += same ? own.size : 0;
    text_free(&own);
    return same;
}

static bool run_all(struct reader *r, const char *path, const char **error)
{
    const char *folder = read_string(r);
    unsigned long count = read_number(r);
    bool ok = true;
    skip(r, '\n');
    while (count-- && !r->bad && !interrupted()) {
        struct work w = {0};
        read_work(r, &w);
        if (!r->bad)
            ok = run_one(path, folder, &w) && ok;
        work_free(&w);
    }
    if (r->bad)
        *error = arena_printf(r->words, "%s: not a file of works, or not all of it", path);
    else if (!ok)
        *error = arena_printf(r->words, "%s: results are missing", path);
    return ok && !r->bad;
}

bool run_work_file(const char *path, const char **error, struct arena *words)
{
    static const char head[] = "heddle work 1\n";
    struct text t = {0};
    bool ok = false;
    if (!text_read_regular_file(&t, path)) {
        *error = arena_printf(words, "cannot read %s: %s", path, file_problem(path) ? file_problem(path) : strerror(errno));
    } else {
        struct reader r = {text_string(&t), text_string(&t) + t.size, false, words};
        if (!starts_with(r.at, head))
            *error = arena_printf(words, "%s: not a file of works", path);
        else if (r.at += strlen(head), !is_own_build(&r))
            *error = arena_printf(words, "%s: written by another build of heddle than the one on this node", path);
        else
            ok = run_all(&r, path, error);
    }
    text_free(&t);
    return ok;
}
