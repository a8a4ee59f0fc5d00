#include "engines/predicate/refine.h"

#include "base/effort.h"
#include "base/log.h"
#include "engines/predicate/derive.h"
#include "engines/predicate/interpolants.h"
#include "engines/predicate/schedule.h"

struct refining {
    const struct refine_options *options;
    struct precision *precision;
    struct smt_statistics *statistics;
    bool insist; /* what is known of locations is put to feasible trees too */
};

/* What a look at a tree has shown. */
struct look {
    enum smt_answer answer;
    struct core core;
    proposals weakest; /* preconditions, if it is unsatisfiable */
    bool grows;        /* with these a loop is being unrolled */
};

static void look_at(struct refining *r, const struct tree *t, const struct formula_options *o, struct look *l)
{
    *l = (struct look){0};
    l->answer = tree_check(t, o, &l->core, r->statistics);
    if (l->answer == SMT_UNSAT) {
        derive_predicates(t, &l->core, &l->weakest);
        l->grows = precision_grows(r->precision, &l->weakest);
    }
}

static void look_free(struct look *l)
{
    core_free(&l->core);
    vector_free(&l->weakest);
}

static uint32_t add_interpolants(struct refining *r, const struct tree *t, const struct core *core)
{
    proposals between = {0};
    interpolate_predicates(t, core, r->options->budget, r->statistics, &between);
    uint32_t added = precision_add_all(r->precision, &between);
    vector_free(&between);
    return added;
}

/* Weakest preconditions; interpolants before them, where they are asked for, or after them, where they bring nothing
 * new.
 */
static bool add_predicates(struct refining *r, const struct tree *t, const struct look *l)
{
    enum interpolants when = r->options->interpolants;
    bool before = when == INTERPOLANTS_FIRST || (when == INTERPOLANTS_GROWING && l->grows);
    if (before && add_interpolants(r, t, &l->core))
        return true;
    if (precision_add_all(r->precision, &l->weakest))
        return true;
    return !before && when != INTERPOLANTS_NEVER && add_interpolants(r, t, &l->core);
}

/* With what is known of locations: where a loop is being unrolled, or the tree is feasible without and nothing else
 * helps. */
static bool refute_with_facts(struct refining *r, const struct tree *t, struct formula_options o)
{
    struct look l;
    o.facts = true;
    look_at(r, t, &o, &l);
    bool refuted = l.answer == SMT_UNSAT && !l.grows && add_predicates(r, t, &l);
    look_free(&l);
    return refuted;
}

static enum refinement refute_tree(struct refining *r, const struct tree *t, bool deep)
{
    struct formula_options o = {.deep = deep, .work = PATIENCE_PREDICATE_TREE, .budget = r->options->budget};
    struct look l;
    enum refinement result;
    look_at(r, t, &o, &l);
    if (l.answer == SMT_UNSAT && l.grows && r->options->may_count)
        result = COUNT;
    else if ((l.grows || (l.answer == SMT_SAT && r->insist)) && r->options->facts && refute_with_facts(r, t, o))
        result = REFUTED;
    else if (l.answer != SMT_UNSAT)
        result = l.answer == SMT_SAT ? FEASIBLE : GAVE_UP;
    else
        result = add_predicates(r, t, &l) ? REFUTED : REPEATED;
    look_free(&l);
    return result;
}

/* All reasons count, not those of a small core alone. */
static enum refinement refute_by_all(struct refining *r, const struct tree *t, bool deep)
{
    struct formula_options o = {.deep = deep, .all = true, .facts = r->options->facts};
    struct look l;
    o.work = PATIENCE_PREDICATE_TREE, o.budget = r->options->budget;
    look_at(r, t, &o, &l);
    enum refinement result = l.answer == SMT_UNSAT && add_predicates(r, t, &l) ? REFUTED : REPEATED;
    look_free(&l);
    return result;
}

/* Refutes one tree. Frees it. */
static enum refinement refute(struct refining *r, struct tree *t, bool deep)
{
    static const char *const words[] = {"refuted", "feasible", "repeated", "given up", "counters may help"};
    enum refinement result = refute_tree(r, t, deep);
    if (result == REPEATED)
        result = refute_by_all(r, t, deep);
    log_debug("predicate: a tree of %u places%s%s: %s", t->places.size, t->cut ? ", cut" : "", deep ? ", with ghosts" : "",
              words[result]);
    tree_free(t);
    return result;
}

/* Places of the graph on the thread's path that an effect led to. */
static void effects_on(struct arg *a, uint32_t node, u32_vector *out)
{
    for (uint32_t i = node; i != NONE; i = a->nodes.data[i].parent)
        if (a->nodes.data[i].actor != NONE)
            vector_push(out, i);
}

/* Each effect on the path by itself: its actor's path alone, or with the thread's. */
static enum refinement refute_effects(struct refining *r, struct arg *a, uint32_t node, bool pairs)
{
    u32_vector effects = {0};
    enum refinement result = FEASIBLE;
    effects_on(a, node, &effects);
    for (uint32_t i = effects.size; i-- > 0 && result != REFUTED;) {
        struct tree t;
        if (pairs)
            tree_build_pair(&t, a, effects.data[i]);
        else
            tree_build_node(&t, a, a->nodes.data[effects.data[i]].actor, 0);
        enum refinement one = refute(r, &t, false);
        if (one != FEASIBLE)
            result = one;
    }
    vector_free(&effects);
    return result;
}

static enum refinement refute_whole(struct refining *r, struct arg *a, const struct tree_goal *goal, uint32_t depth, bool deep)
{
    struct tree t;
    tree_build(&t, a, goal, depth);
    return refute(r, &t, deep);
}

enum refinement refine(struct arg *a, const struct tree_goal *goal, const struct refine_options *o, struct precision *precision,
                       struct smt_statistics *statistics, struct trace **trace)
{
    assert(goal->node < a->nodes.size);
    *trace = NULL;
    struct refining r = {o, precision, statistics, false};
    if (o->refiner != REFINER_CHAIN) {
        enum refinement result = refute_whole(&r, a, goal, 0, false);
        if (result == REFUTED || o->refiner == REFINER_DEFAULT)
            return result;
        enum refinement effects = refute_effects(&r, a, goal->node, o->refiner == REFINER_EFFECT);
        if (goal->other != NONE && effects != REFUTED)
            effects =
                o->refiner == REFINER_EFFECT ? refute_whole(&r, a, goal, 1, false) : refute_effects(&r, a, goal->other, false);
        return effects == FEASIBLE ? result : effects;
    }
    /* Effects on effects are rarely what matters; without them formulas stay small. */
    enum refinement whole = refute_whole(&r, a, goal, 1, false);
    if (whole != REFUTED && whole != COUNT)
        whole = refute_whole(&r, a, goal, WHOLE_TREE, false);
    if (whole == COUNT)
        return COUNT;
    if (whole != REFUTED && whole != REPEATED && goal->check != NONE)
        *trace = schedule_of(a, goal, o->budget, statistics);
    if (*trace)
        return FEASIBLE;
    if (whole != REFUTED && o->may_count)
        return COUNT;
    if (whole != REFUTED && o->ghosts)
        whole = refute_whole(&r, a, goal, 1, true);
    if (whole != REFUTED && o->ghosts)
        whole = refute_whole(&r, a, goal, WHOLE_TREE, true);
    r.insist = true;
    if (whole == FEASIBLE && o->facts)
        whole = refute_whole(&r, a, goal, WHOLE_TREE, o->ghosts);
    return whole;
}
