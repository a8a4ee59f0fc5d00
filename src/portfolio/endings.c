#include "portfolio/endings.h"

#include "base/log.h"
#include "base/options.h"
#include "engines/explore/endings.h"
#include "engines/progress/progress.h"
#include "passes/passes.h"

static bool asks(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_MAY_NOT_END)
                return true;
    return false;
}

static void close_marks(struct program *p)
{
    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges)
            if (c->locations.data[e->to].flags & LOC_MAY_NOT_END)
                e->action.guard = expr_bool(p->exprs, false);
}

/* With a check for deadlocks, so that passes keep who waits for ever. */
static struct program *without_marks(const struct program *original)
{
    struct program *p = program_clone(original);
    struct pass_options passes = pass_options_default();
    close_marks(p);
    enum property stuck = property_of_kind(CHECK_STUCK);
    program_add_check(
        p, (struct check){
               .property = (uint8_t)stuck, .access_a = NONE, .access_b = NONE, .code_b = NONE, .text = property_rows[stuck].text});
    passes_run(p, &passes);
    vector_each(struct code *, c, &p->codes)
        code_index(c);
    return p;
}

void endings_settle(struct program *p, const struct options *options, const struct budget *budget)
{
    if (!asks(p))
        return;
    struct program *other = without_marks(p);
    struct task task = {.program = other, .options = options, .budget = *budget};
    bool always = progress_always_ends(other) || explore_can_always_end(&task);
    log_info("the program can %s", always ? "always end" : "go on for ever, or be stuck, or that is not known");
    if (always)
        close_marks(p);
    program_free(other);
}
