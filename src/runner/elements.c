#include "runner/elements.h"

#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How often a work may be begun without coming to its end, and be given to nodes. */
enum { MOST_TRIES = 2, MOST_SUBMITTED = 5 };

void pause_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* --- giving away --- */

const char *elements_folder(struct run *run, uint32_t batch)
{
    const char *folder = arena_printf(run->words, "%s/batch.%ld.%u", run->folder, (long)getpid(), batch);
    if (mkdir(folder, 0777) == 0)
        return folder;
    run->error = arena_printf(run->words, "cannot make the folder %s: %s", folder, strerror(errno));
    return NULL;
}

bool element_write(struct run *run, const struct chunk *c, const char *folder, uint32_t number, struct element *out)
{
    *out = (struct element){.file = arena_printf(run->words, "%s/%u", folder, number), .longest = c->longest};
    if (!work_file_write(run, out->file, &c->works)) {
        run->error = arena_printf(run->words, "cannot write %s: %s", out->file, strerror(errno));
        return false;
    }
    vector_each(const uint32_t *, w, &c->works) {
        vector_push(&out->works, *w);
        run->works[*w].submitted++;
    }
    return true;
}

void element_free(struct element *e) { vector_free(&e->works); }

/* --- results --- */

static void names_in(const char *folder, struct intern *names)
{
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && (e = readdir(d));)
        if (ends_with(e->d_name, ".result"))
            intern_add(names, e->d_name, strlen(e->d_name) - strlen(".result"), NULL);
    if (d)
        closedir(d);
}

void elements_collect(struct run *run)
{
    struct intern names = {0};
    names_in(run->folder, &names);
    for (uint32_t i = 0; i < run->count && !run->stopped; i++) {
        struct work *w = &run->works[i];
        if (!w->ended && intern_find(&names, w->name, strlen(w->name)) != INTERN_NONE && result_read(run->folder, w))
            run_end(run, w);
    }
    intern_free(&names);
}

bool element_is_done(const struct run *run, const struct element *e)
{
    vector_each(const uint32_t *, i, &e->works)
        if (!run->works[*i].ended)
            return false;
    return true;
}

void element_lose(struct run *run, const struct element *e, const char *why, bool forgiven, u32_vector *waiting)
{
    struct text begun = {0}, path = {0};
    text_printf(&path, "%s.begun", e->file);
    text_read_regular_file(&begun, text_string(&path));
    vector_each(const uint32_t *, i, &e->works) {
        struct work *w = &run->works[*i];
        if (w->ended)
            continue;
        w->tries += !forgiven && strstr(text_string(&begun), w->name) != NULL;
        if (w->tries < MOST_TRIES && w->submitted < MOST_SUBMITTED) {
            vector_push(waiting, *i);
            continue;
        }
        w->lost = why;
        run_end(run, w);
    }
    text_free(&begun);
    text_free(&path);
}

/* A node that died while it wrote a result has left NAME.HOST.PID. */
static bool is_draft(const char *name)
{
    return strspn(name, "0123456789abcdef") == SHA256_HEX - 1 && name[SHA256_HEX - 1] == '.' && !ends_with(name, ".result");
}

void elements_remove(const char *folder)
{
    char *roots[] = {mem_strdup(folder), NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        bool batch = e->fts_level == 1 && starts_with(e->fts_name, "batch.");
        if (e->fts_info == FTS_D && e->fts_level == 1 && !batch)
            fts_set(tree, e, FTS_SKIP);
        else if (e->fts_level == 2 || (e->fts_level == 1 && e->fts_info == FTS_F && is_draft(e->fts_name)))
            unlink(e->fts_path);
        else if (e->fts_info == FTS_DP && batch)
            rmdir(e->fts_path);
    }
    if (tree)
        fts_close(tree);
    mem_free(roots[0]);
}
