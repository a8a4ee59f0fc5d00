/* The name of a work: a hash of this heddle, the clang that it calls, what it is asked, and what the files hold that it reads, with the
 * headers that they include. Headers of the system are looked up by nobody here: they belong to clang. */
#include "base/self.h"
#include "base/map.h"
#include "runner/runner.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct naming {
    struct text key;
    struct intern seen;
    string_vector folders; /* where headers may be */
    struct arena words;
    bool unsure; /* a header that is named by a macro */
};

static void add_file(struct naming *n, const char *path);

static bool is_file(const char *path) { return access(path, R_OK) == 0; }

static void add_header(struct naming *n, const char *from, const char *name, bool quoted)
{
    const char *slash = strrchr(from, '/');
    const char *beside = slash ? arena_printf(&n->words, "%.*s/%s", (int)(slash - from), from, name) : name;
    if (*name == '/')
        add_file(n, name);
    else if (quoted && is_file(beside))
        add_file(n, beside);
    else
        vector_each(const char *const *, folder, &n->folders) {
            const char *path = arena_printf(&n->words, "%s/%s", *folder, name);
            if (is_file(path))
                add_file(n, path);
        }
}

/* Lines '# include "x"'. One in a comment does no harm; one whose name is a macro's has no name here. */
static void add_headers(struct naming *n, const char *from, const char *text)
{
    for (const char *p = text; p; p = strchr(p, '\n'), p += p != NULL) {
        p += strspn(p, " \t");
        if (*p != '#')
            continue;
        const char *word = p + 1 + strspn(p + 1, " \t");
        if (!starts_with(word, "include") || isalnum((unsigned char)word[7]) || word[7] == '_')
            continue;
        const char *name = word + 7 + strspn(word + 7, " \t");
        const char *end = *name == '"' ? strchr(name + 1, '"') : *name == '<' ? strchr(name + 1, '>') : NULL;
        if (end)
            add_header(n, from, arena_strndup(&n->words, name + 1, (size_t)(end - name - 1)), *name == '"');
        else
            n->unsure = true;
    }
}

static void add_file(struct naming *n, const char *path)
{
    struct text t = {0};
    bool is_new = false;
    intern_add(&n->seen, path, strlen(path), &is_new);
    if (!is_new)
        return;
    char hex[SHA256_HEX] = "none";
    if (text_read_regular_file(&t, path)) {
        sha256_hex(text_string(&t), t.size, hex);
        if (!ends_with(path, ".i"))
            add_headers(n, path, text_string(&t));
    }
    text_printf(&n->key, "%s %s\n", hex, path);
    text_free(&t);
}

/* -I and its like, however they were given. */
static void note_flag(struct naming *n, const char *word)
{
    static const char *const flags[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    word += starts_with(word, "--flag=") ? strlen("--flag=") : 0;
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (starts_with(word, flags[i]))
            vector_push(&n->folders, word + strlen(flags[i]));
    if (starts_with(word, "-include"))
        add_file(n, word + strlen("-include"));
}

void work_name(struct work *w)
{
    static unsigned unnamed;
    struct naming n = {0};
    bool known = add_build_id(&n.key) && add_program_stamp(&n.key, "clang-19");
    char folder[4096];
    text_printf(&n.key, "%s\ncores %u\n", getcwd(folder, sizeof folder) ? folder : "", w->cores);
    vector_each(const char *const *, a, &w->argv) {
        text_printf(&n.key, "%s\n", *a);
        note_flag(&n, *a);
    }
    vector_each(const char *const *, f, &w->inputs)
        add_file(&n, *f);
    if (n.unsure || !known) /* a name that nobody has had */
        text_printf(&n.key, "%ld %u %.9f\n", (long)getpid(), unnamed++, clock_wall());
    sha256_hex(text_string(&n.key), n.key.size, w->name);
    text_free(&n.key);
    intern_free(&n.seen);
    vector_free(&n.folders);
    arena_release(&n.words);
}
