/* forge_outline RIGHT.c WRONG.c: tries to forge proofs about outlines. Every fact of a proof of the right program is changed, one at a time, into a stronger one: the check has to refuse what somebody
 * relies on, and each kind of fact at least once. And whatever is said of the wrong program, by its own proof with one or two such changes, covers not all of its pairs. */
#include "engines/wide/certify.h"
#include "frontend/frontend.h"
#include "portfolio/pipeline.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

enum kind { HELD, BEGUN, ENDED, REACHED, RELEASES, CREATES, SHARED, KINDS };
static const char *const names[KINDS] = {"held", "begun", "ended", "reached", "releases", "creates", "shared"};

struct subject {
    struct options options;
    struct outline *outline;
    struct outline_threads threads;
    struct arena words;
};

static void read_program(struct subject *s, const char *path)
{
    const char *error = NULL;
    *s = (struct subject){.words = ARENA_EMPTY};
    options_init(&s->options);
    s->options.property = "race";
    vector_push(&s->options.files, path);
    s->outline = pipeline_outline(&s->options, NULL, &(struct budget){0}, &s->words, &error);
    if (!s->outline) {
        printf("%s: %s\n", path, error);
        exit(1);
    }
    outline_threads_find(&s->threads, s->outline);
}

static void free_program(struct subject *s)
{
    outline_threads_free(&s->threads);
    outline_free(s->outline);
    options_free(&s->options);
    arena_release(&s->words);
}

/* Facts by number: entries and exits of procedures, then blocks. */
static struct outline_facts *facts_at(struct outline_proof *p, uint32_t n)
{
    if (n < OUTLINE_ENDS * p->procedures.size)
        return n % OUTLINE_ENDS ? &p->procedures.data[n / OUTLINE_ENDS].exits[n % OUTLINE_ENDS]
                                : &p->procedures.data[n / OUTLINE_ENDS].entry;
    return &p->blocks.data[n - OUTLINE_ENDS * p->procedures.size];
}

static bool toggle(struct bitset *b, uint32_t x, bool to)
{
    bool changes = bitset_has(b, x) != to;
    if (to)
        bitset_add(b, x);
    else
        bitset_remove(b, x);
    return changes;
}

/* Makes a fact stronger; false if it is as strong already. */
static bool strengthen(struct outline_proof *p, enum kind kind, uint32_t where, uint32_t what)
{
    struct outline_facts *f = kind <= REACHED ? facts_at(p, where) : NULL;
    if (f && !f->reached)
        return false;
    switch (kind) {
    case HELD: return toggle(&f->held, what, true);
    case BEGUN: return toggle(&f->begun, what, false);
    case ENDED: return toggle(&f->ended, what, true);
    case REACHED: f->reached = false; return true;
    case RELEASES: return toggle(&p->procedures.data[where].releases, what, false);
    case CREATES: return toggle(&p->procedures.data[where].creates, what, false);
    default: return toggle(&p->shared, what, false);
    }
}

static uint32_t places(const struct outline_proof *p, enum kind kind)
{
    return kind <= REACHED ? OUTLINE_ENDS * p->procedures.size + p->blocks.size : kind == SHARED ? 1 : p->procedures.size;
}

static uint32_t choices(const struct subject *s, const struct outline_proof *p, enum kind kind)
{
    switch (kind) {
    case HELD: return p->locks.size;
    case BEGUN:
    case ENDED:
    case CREATES: return s->threads.kinds.size;
    case REACHED: return 1;
    default: return s->outline->objects.size;
    }
}

/* Whether the proof holds and covers everything. */
static bool passes(const struct subject *s, const struct outline_proof *p, bool *holds)
{
    const char *why;
    uint32_t step;
    struct outline_pairs found = {0};
    *holds = outline_check(p, &s->threads, &why, &step);
    if (*holds)
        outline_check_pairs(p, &s->threads, &found, &why);
    return *holds && !found.open && !why;
}

/* Returns how many were refused. */
static unsigned change_each(const struct subject *s, enum kind kind, unsigned *changed)
{
    struct outline_proof *p = wide_certify(&s->threads);
    uint32_t where_end = places(p, kind), what_end = choices(s, p, kind);
    unsigned refused = 0;
    bool holds;
    outline_proof_free(p);
    for (uint32_t where = 0; where < where_end; where++)
        for (uint32_t what = 0; what < what_end; what++) {
            p = wide_certify(&s->threads);
            if (strengthen(p, kind, where, what)) {
                passes(s, p, &holds);
                (*changed)++;
                refused += !holds;
            }
            outline_proof_free(p);
        }
    return refused;
}

static bool forge(const struct subject *s, unsigned count)
{
    struct random r = {1};
    bool holds;
    for (unsigned n = 0; n < count; n++) {
        struct outline_proof *p = wide_certify(&s->threads);
        for (unsigned k = 1 + random_below(&r, 2); k > 0; k--) {
            enum kind kind = (enum kind)random_below(&r, KINDS);
            uint32_t end = choices(s, p, kind);
            if (end)
                strengthen(p, kind, random_below(&r, places(p, kind)), random_below(&r, end));
        }
        bool passed = passes(s, p, &holds);
        outline_proof_free(p);
        if (passed)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct subject right, wrong;
    bool ok = argc == 3, holds;
    if (!ok)
        return 64;
    read_program(&right, argv[1]);
    read_program(&wrong, argv[2]);
    struct outline_proof *p = wide_certify(&right.threads);
    if (!passes(&right, p, &holds)) {
        printf("the proof of %s does not %s\n", argv[1], holds ? "cover it" : "hold");
        ok = false;
    }
    outline_proof_free(p);
    for (int kind = 0; kind < KINDS; kind++) {
        unsigned changed = 0, refused = change_each(&right, (enum kind)kind, &changed);
        printf("%s: %u of %u changes refused\n", names[kind], refused, changed);
        ok &= refused > 0;
    }
    if (!forge(&wrong, 3000)) {
        printf("a forged proof of %s is accepted\n", argv[2]);
        ok = false;
    }
    free_program(&right);
    free_program(&wrong);
    return !ok;
}
