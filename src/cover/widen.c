#include "cover/widen.h"

struct choice {
    const struct known *k;
    const struct state *p;
    struct token *tokens; /* chosen so far */
    struct state *scratch;
};

/* Tries to add `left` tokens from token i of p on. */
static bool choose(struct choice *c, uint32_t i, uint32_t size, uint32_t left)
{
    if (!left) {
        state_fill(c->scratch, c->p->control, c->tokens, size);
        return !known_coverable(c->k, c->scratch);
    }
    for (; i < c->p->size; i++)
        for (uint32_t n = c->p->tokens[i].count < left ? c->p->tokens[i].count : left; n; n--) {
            c->tokens[size] = (struct token){c->p->tokens[i].place, n};
            if (choose(c, i + 1, size + 1, left - n))
                return true;
        }
    return false;
}

const struct state *widen_candidate(const struct known *k, const struct state *p, uint32_t most, struct arena *a)
{
    if (!p->total)
        return NULL;
    if (!known_control(k, p->control))
        return state_make(a, p->control, NULL, 0);
    if (most >= p->total)
        most = p->total - 1;
    if (!most)
        return NULL;
    for (uint32_t i = 0; i < p->size; i++)
        if (!known_single(k, p->control, p->tokens[i].place))
            return state_make(a, p->control, &(struct token){p->tokens[i].place, 1}, 1);
    if (most == 1)
        return NULL;
    struct choice c = {.k = k, .p = p};
    c.tokens = mem_alloc(p->size * sizeof *c.tokens);
    c.scratch = mem_alloc(sizeof *c.scratch + p->size * sizeof *c.tokens);
    const struct state *found = NULL;
    for (uint32_t n = 2; !found && n <= most; n++)
        if (choose(&c, 0, 0, n))
            found = state_copy(a, c.scratch);
    mem_free(c.tokens);
    mem_free(c.scratch);
    return found;
}
