#include "generate.h"

#include "base/map.h"
#include "base/text.h"

struct dice {
    uint64_t state;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    d->state = hash_u64(d->state + UINT64_C(0x9e3779b97f4a7c15));
    return (uint32_t)((d->state >> 20) % sides);
}

static struct token *tokens(struct system *s, struct dice *d, uint32_t most, uint32_t *n)
{
    struct token *t = ARENA_ARRAY(&s->arena, struct token, most + 1);
    *n = 0;
    for (uint32_t k = roll(d, most + 1); k; k--)
        t[(*n)++] = (struct token){roll(d, s->places), 1};
    return t;
}

static void thread_rule(struct system *s, struct dice *d, bool broadcast)
{
    struct rule r = {.from = roll(d, s->controls), .to = roll(d, s->controls), .line = s->rules.size + 1};
    r.first = r.second = NOWHERE;
    r.take = ARENA_ARRAY(&s->arena, struct token, 1);
    r.give = ARENA_ARRAY(&s->arena, struct change, 2);
    r.take[r.takes++] = (struct token){roll(d, s->places), 1};
    r.give[r.gives++] = (struct change){roll(d, s->places), 1};
    if (!roll(d, 8))
        r.give[r.gives++] = (struct change){r.take[0].place, 1}; /* +> */
    if (broadcast && !roll(d, 3)) {
        uint32_t n = 1 + roll(d, 3);
        r.moves = ARENA_ARRAY(&s->arena, struct move, n);
        for (uint32_t i = 0; i < n; i++)
            r.moves[r.moves_count++] = (struct move){roll(d, s->places), roll(d, s->places)};
    }
    system_add_rule(s, r);
}

static void net_rule(struct system *s, struct dice *d, bool transfer)
{
    struct rule r = {.from = roll(d, s->controls), .line = s->rules.size + 1, .first = NOWHERE, .second = NOWHERE};
    r.to = roll(d, 2) ? r.from : roll(d, s->controls);
    r.take = tokens(s, d, 2, &r.takes);
    if (!roll(d, 3))
        r.need = tokens(s, d, 2, &r.needs);
    uint32_t n;
    struct token *t = tokens(s, d, 2, &n);
    r.give = ARENA_ARRAY(&s->arena, struct change, n + 1);
    for (uint32_t i = 0; i < n; i++)
        r.give[r.gives++] = (struct change){t[i].place, 1 + (int32_t)!roll(d, 5)};
    if (transfer && !roll(d, 12))
        r.give[r.gives++] = (struct change){roll(d, s->places), -1};
    if (transfer && !roll(d, 3)) {
        r.copies = !roll(d, 4);
        n = 1 + roll(d, 3);
        r.moves = ARENA_ARRAY(&s->arena, struct move, n);
        for (uint32_t i = 0; i < n; i++)
            r.moves[r.moves_count++] = (struct move){roll(d, s->places), roll(d, 6) ? roll(d, s->places) : NOWHERE};
        bool several = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < i; k++)
                several |= r.moves[i].from == r.moves[k].from;
        for (uint32_t i = 0; several && r.copies && i < n; i++)
            if (r.moves[i].to == NOWHERE)
                r.moves[i].to = r.moves[i].from;
    }
    system_add_rule(s, r);
}

void generate_system(struct system *s, enum generate_kind kind, uint64_t seed)
{
    struct dice d = {hash_pair(seed, kind)};
    *s = (struct system){0};
    s->controls = 1 + roll(&d, kind >= GENERATE_NET ? 3 : 5);
    s->places = 2 + roll(&d, 5);
    s->init_unbounded = ARENA_ARRAY(&s->arena, bool, s->places);
    s->init_unbounded[0] = roll(&d, 4);
    if (roll(&d, 2)) {
        s->init = ARENA_ARRAY(&s->arena, struct token, 1);
        s->init[s->inits++] = (struct token){roll(&d, s->places), 1 + roll(&d, 2)};
    }
    for (uint32_t n = 2 + roll(&d, 3 * s->controls + 6); n; n--)
        if (kind <= GENERATE_BROADCASTS)
            thread_rule(s, &d, kind == GENERATE_BROADCASTS);
        else
            net_rule(s, &d, kind == GENERATE_TRANSFERS);
    for (uint32_t n = 1 + !roll(&d, 5); n; n--) {
        struct target t = {.control = roll(&d, s->controls)};
        t.tokens = ARENA_ARRAY(&s->arena, struct token, 4);
        for (uint32_t p = 0; p < s->places && t.size < 3; p++)
            if (!roll(&d, 3))
                t.tokens[t.size++] = (struct token){p, 1 + roll(&d, 2)};
        vector_push(&s->targets, t);
    }
}

void generate_print(const struct system *s, struct text *out)
{
    text_printf(out, "controls %u places %u init %u", s->controls, s->places, s->init_control);
    for (uint32_t i = 0; i < s->inits; i++)
        text_printf(out, " %u*%u", s->init[i].place, s->init[i].count);
    for (uint32_t p = 0; p < s->places; p++)
        if (s->init_unbounded[p])
            text_printf(out, " %u*w", p);
    text_char(out, '\n');
    vector_each(const struct rule *, r, &s->rules) {
        text_printf(out, "rule %u: %u -> %u take", r->line, r->from, r->to);
        for (uint32_t i = 0; i < r->takes; i++)
            text_printf(out, " %u*%u", r->take[i].place, r->take[i].count);
        text_append(out, " need");
        for (uint32_t i = 0; i < r->needs; i++)
            text_printf(out, " %u*%u", r->need[i].place, r->need[i].count);
        text_append(out, " give");
        for (uint32_t i = 0; i < r->gives; i++)
            text_printf(out, " %u*%d", r->give[i].place, r->give[i].count);
        text_append(out, r->copies ? " copies" : " moves");
        for (uint32_t i = 0; i < r->moves_count; i++)
            text_printf(out, " %u~>%d", r->moves[i].from, (int)r->moves[i].to);
        text_char(out, '\n');
    }
    vector_each(const struct target *, t, &s->targets) {
        text_printf(out, "target %u", t->control);
        for (uint32_t i = 0; i < t->size; i++)
            text_printf(out, " %u*%u", t->tokens[i].place, t->tokens[i].count);
        text_char(out, '\n');
    }
}
