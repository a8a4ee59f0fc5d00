#include "logic/cores.h"

#include <assert.h>
#include <string.h>

enum { MOST_QUESTIONS = 100 };

/* Asks with the marked constraints only; if they contradict each other, those that the solver used stay marked. */
static enum smt_answer ask(struct smt *s, const struct constraints *c, bool *in)
{
    VECTOR(term) some = {0};
    u32_vector index = {0};
    for (uint32_t i = 0; i < c->count; i++)
        if (in[i]) {
            vector_push(&some, c->labels[i]);
            vector_push(&index, i);
        }
    bool *used = NEW_ARRAY(bool, some.size + 1);
    enum smt_answer r = smt_check_assuming(s, some.data, some.size, used);
    for (uint32_t i = 0; r == SMT_UNSAT && i < some.size; i++)
        in[index.data[i]] = used[i];
    mem_free(used);
    vector_free(&index);
    vector_free(&some);
    return r;
}

/* Leaves out what is marked, if the rest is contradictory; then also whatever the solver did not use, if shrink. */
static void try_without(struct smt *s, const struct constraints *c, bool *in, const bool *without, bool shrink)
{
    bool *fewer = NEW_ARRAY(bool, c->count + 1), *core = NEW_ARRAY(bool, c->count + 1);
    for (uint32_t i = 0; i < c->count; i++)
        core[i] = fewer[i] = in[i] && !without[i];
    if (ask(s, c, core) == SMT_UNSAT)
        memcpy(in, shrink ? core : fewer, c->count * sizeof *in);
    mem_free(fewer);
    mem_free(core);
}

/* Whole classes first, as long as everything else is there to give another reason; then one by one. */
void core_minimise(struct smt *s, const struct constraints *c, const struct budget *budget, bool *in)
{
    assert(in);
    unsigned left = MOST_QUESTIONS;
    bool *without = NEW_ARRAY(bool, c->count + 1);
    for (unsigned class = 0; class + 1 < c->class_count; class ++) {
        bool some = false;
        for (uint32_t i = 0; i < c->count; i++)
            some |= without[i] = in[i] && c->classes[i] == class;
        if (some)
            try_without(s, c, in, without, false);
    }
    memset(without, 0, c->count * sizeof *without);
    try_without(s, c, in, without, true);
    for (unsigned class = 0; class < c->class_count; class ++)
        for (uint32_t i = c->count; i-- > 0 && left && budget_left(budget) > 0;) {
            if (!in[i] || c->classes[i] != class)
                continue;
            left--;
            without[i] = true;
            try_without(s, c, in, without, true);
            without[i] = false;
        }
    mem_free(without);
}
