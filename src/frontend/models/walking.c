/* ftw and nftw: which files there are below a directory, and what they are, is up to the world; paths and what is known of a file are any values. The memory that
 * the function is given is the library's: it ends when that returns. */
#include "errors.h"
#include "heddle.h"

enum kind { A_FILE, DIRECTORY, NOT_READ, NOT_FOUND, LINK, DIRECTORY_AFTER, LINK_TO_NOTHING, KINDS };
enum { PHYSICAL = 1, AFTER = 8, ACTIONS = 16, ALL_FLAGS = 31 };
enum { SKIP_SUBTREE = 2, SKIP_SIBLINGS = 3 };
enum { LONGEST_PATH = 4095 };

typedef int visitor(const char *path, const void *status, int kind);
struct place {
    int base, level;
};
typedef int visitor_with_place(const char *path, const void *status, int kind, struct place *);

/* What a function is given: there while it runs. */
struct given {
    char *path;
    void *status;
};

struct walk {
    visitor *visit; /* or: */
    visitor_with_place *visit_with_place;
    int flags;
    unsigned length; /* of the longest path; a shorter one ends before */
    size_t status;   /* sizeof(struct stat) */
};

/* The kinds that there are with such flags; in glibc. */
static _Bool is_possible(const struct walk *w, unsigned kind)
{
    if (w->visit)
        return kind <= NOT_FOUND;
    _Bool physical = w->flags & PHYSICAL, after = w->flags & AFTER;
    return kind == DIRECTORY         ? !after
           : kind == DIRECTORY_AFTER ? after
           : kind == LINK            ? physical
           : kind == LINK_TO_NOTHING ? !physical
                                     : kind < KINDS;
}

static int visit(const struct walk *w, struct given g, enum kind kind, _Bool is_first)
{
    __heddle_revive(g.path);
    __heddle_revive(g.status);
    __heddle_havoc(g.path, w->length, "the path of a file", NULL);
    __heddle_havoc(g.status, w->status, "what is known of a file", NULL);
    int result;
    if (w->visit) {
        result = w->visit(g.path, g.status, kind);
    } else {
        struct place place = {(int)__builtin_elementwise_min(__heddle_any_u32("where a name begins in a path"), w->length),
                              is_first ? 0 : (int)(__heddle_any_u32("how deep in a tree a file is") & 0x7fffffff)};
        result = w->visit_with_place(g.path, g.status, kind, &place);
    }
    __heddle_free(g.path);
    __heddle_free(g.status);
    return w->flags & ACTIONS && (result == SKIP_SUBTREE || result == SKIP_SIBLINGS) ? 0 : result;
}

static enum kind some_kind(const struct walk *w)
{
    unsigned kind = __heddle_nondet_u8();
    __heddle_assume(is_possible(w, kind));
    return (enum kind)kind;
}

static struct given make_room(const struct walk *w)
{
    struct given g = {__heddle_alloc_any(w->length + 1), __heddle_alloc_any(w->status)};
    g.path[w->length] = 0;
    __heddle_free(g.path);
    __heddle_free(g.status);
    return g;
}

struct course {
    enum kind root; /* a directory comes before everything else, or behind it; of everything else there is nothing below it */
    _Bool begun, over;
    int result;
};

static void visit_some(const struct walk *w, struct course *c)
{
    struct given g = make_room(w);
    while (!c->over && __heddle_nondet_bool()) {
        _Bool is_root = c->root == DIRECTORY_AFTER ? __heddle_nondet_bool() : !c->begun;
        c->result = visit(w, g, is_root ? c->root : some_kind(w), is_root);
        c->begun = 1;
        c->over = c->result || (is_root && c->root != DIRECTORY);
    }
}

/* At some time other memory is given: an address that was kept from before leads nowhere then. */
static int visit_all(const struct walk *w)
{
    struct course c = {.root = some_kind(w)};
    __heddle_assume(w->visit || c.root != NOT_FOUND); /* then nftw fails; a link to nothing is another kind for it */
    visit_some(w, &c);
    visit_some(w, &c);
    if (!c.over && __heddle_nondet_bool())
        return __heddle_fails_by(E_IO);
    __heddle_assume(c.over || (c.begun && c.root == DIRECTORY));
    return c.result;
}

static int walk(const char *directory, struct walk *w)
{
    __heddle_reads_text(directory, __SIZE_MAX__);
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_NOENT);
    w->length = __heddle_nondet_u32() & LONGEST_PATH;
    return visit_all(w);
}

enum { STATUS = sizeof(long) == 8 ? 144 : 88, STATUS_64 = sizeof(long) == 8 ? 144 : 96 };

static int walk_simply(const char *directory, visitor *each, size_t status)
{
    struct walk w = {.visit = each, .status = status};
    return walk(directory, &w);
}

static int walk_with_places(const char *directory, visitor_with_place *each, int flags, size_t status)
{
    struct walk w = {.visit_with_place = each, .status = status, .flags = flags};
    return flags & ~ALL_FLAGS ? __heddle_failed(E_INVAL) : walk(directory, &w);
}

/* files: how many may be open at a time */
MODEL int ftw(const char *directory, visitor *each, int files)
{
    (void)files;
    return walk_simply(directory, each, STATUS);
}

MODEL int ftw64(const char *directory, visitor *each, int files)
{
    (void)files;
    return walk_simply(directory, each, STATUS_64);
}

MODEL int nftw(const char *directory, visitor_with_place *each, int files, int flags)
{
    (void)files;
    return walk_with_places(directory, each, flags, STATUS);
}

MODEL int nftw64(const char *directory, visitor_with_place *each, int files, int flags)
{
    (void)files;
    return walk_with_places(directory, each, flags, STATUS_64);
}
