/* The order of the passes. Blocks run twice: first local steps merge and atomic sections become single actions, which lets
 * locks be recognised; then what moves is merged. */
#include "passes/passes.h"

#include "base/log.h"
#include "passes/edit.h"

#include <string.h>

struct pass_options pass_options_default(void) { return (struct pass_options){true, true, true, true, true, true}; }

bool *pass_switch(struct pass_options *o, const char *name)
{
    const struct {
        const char *name;
        bool *on;
    } all[] = {{"sharing", &o->sharing}, {"constants", &o->constants}, {"slicing", &o->slicing},
               {"blocks", &o->blocks},   {"movers", &o->movers},       {"liveness", &o->liveness}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].on;
    return NULL;
}

static void check(const struct program *p, const char *pass)
{
#ifndef NDEBUG
    const char *why;
    if (!program_valid(p, &why))
        fatal("pass %s made an invalid program: %s", pass, why);
#else
    (void)p;
    (void)pass;
#endif
}

static void slice(struct program *p, const struct pass_options *o)
{
    if (o->slicing)
        pass_slicing(p);
    check(p, "slicing");
    if (o->liveness)
        pass_dead_updates(p);
    check(p, "dead updates");
}

static void sharing(struct program *p, const struct pass_options *o)
{
    if (o->sharing)
        pass_sharing(p);
    program_refresh_accesses(p, program_needs(p) & NEEDS_ACCESSES);
    check(p, "sharing");
}

static void constants(struct program *p, const struct pass_options *o)
{
    if (o->constants)
        pass_constants(p);
    check(p, "constants");
}

static void own_ids(struct program *p, const struct pass_options *o)
{
    if (o->constants)
        pass_own_ids(p);
    check(p, "own ids");
}

/* What is set first and never again is a constant for everybody. */
static void initial(struct program *p, const struct pass_options *o)
{
    bool found = o->constants && pass_initial(p, false);
    check(p, "initial");
    if (!found)
        return;
    sharing(p, o);
    constants(p, o);
    slice(p, o);
}

static void blocks(struct program *p, const struct pass_options *o, bool use_movers)
{
    if (o->blocks)
        pass_blocks(p, use_movers);
    check(p, "blocks");
    pass_clean(p);
    check(p, "clean");
}

/* Which thread waits, and at what, is what a deadlock is about: most passes are free to take away a step that cannot be taken, and so
 * do not run then. Those that run leave all steps, and guards as they are or equal in every reachable state, and with them who can move when; values on
 * which no guard depends may go, and atomic sections become single actions. */
static void passes_that_keep_blocking(struct program *p, const struct pass_options *o)
{
    slice(p, o);
    if (o->blocks)
        pass_blocks(p, false);
    pass_close_sections(p);
    check(p, "blocks");
    own_ids(p, o);
    slice(p, o);
    if (o->liveness)
        pass_reset_dead(p);
    program_drop_unused_cells(p, program_needs(p) & NEEDS_ACCESSES);
    check(p, "passes");
}

void passes_run(struct program *p, const struct pass_options *o)
{
    bool accesses = program_needs(p) & NEEDS_ACCESSES;
    if (program_needs(p) & NEEDS_BLOCKING) {
        passes_that_keep_blocking(p, o);
        return;
    }
    pass_clean(p);
    check(p, "clean");
    sharing(p, o);
    constants(p, o);
    slice(p, o);
    blocks(p, o, false);
    own_ids(p, o);
    constants(p, o);
    slice(p, o);
    initial(p, o);
    if (o->slicing)
        pass_idle(p);
    check(p, "idle");
    slice(p, o);
    if (o->movers)
        blocks(p, o, true);
    if (o->movers && o->constants && pass_initial(p, true)) {
        program_refresh_accesses(p, accesses); /* updates that are gone are no accesses any more */
        sharing(p, o);
    }
    check(p, "initial");
    constants(p, o); /* where ways that cannot be are gone, more is */
    slice(p, o);
    if (o->liveness)
        pass_reset_dead(p);
    program_drop_unused_cells(p, accesses);
    check(p, "passes");
}
