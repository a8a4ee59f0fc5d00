#include "ticket.h"

enum { LARGEST = 5, THREADS_MAX = 4, LOCALS = 24, SINK = 24 };

struct concrete {
    uint32_t s, t, m[THREADS_MAX], n;
};

/* Q1: m != m_P; Q2: t > max(m, m_P); Q3: s = m; for all passive threads (eq. 12). */
static uint32_t bits(const struct concrete *c, uint32_t a)
{
    bool q1 = true, q2 = true;
    for (uint32_t p = 0; p < c->n; p++)
        if (p != a) {
            q1 &= c->m[a] != c->m[p];
            q2 &= c->t > c->m[a] && c->t > c->m[p];
        }
    return 4 * q1 + 2 * q2 + (c->s == c->m[a]);
}

/* seen[l][b][bp][b'][bp']: some concrete step from location l does this to the active thread and to the passive one. */
struct table {
    bool seen[3][8][8][8][8];
};

static void steps(struct table *t, const struct concrete *c)
{
    uint32_t b = bits(c, 0), bp = bits(c, 1);
    struct concrete d = *c; /* l1: m := t; t := t + 1 */
    d.m[0] = d.t++;
    t->seen[0][b][bp][bits(&d, 0)][bits(&d, 1)] = true;
    if (c->m[0] == c->s) /* l2: wait for m = s; spinning changes nothing */
        t->seen[1][b][bp][b][bp] = true;
    d = *c; /* l3: s := s + 1 */
    d.s++;
    t->seen[2][b][bp][bits(&d, 0)][bits(&d, 1)] = true;
}

static void fill(struct table *t, uint32_t n)
{
    memset(t, 0, sizeof *t);
    uint32_t states = 1;
    for (uint32_t i = 0; i < n + 2; i++)
        states *= LARGEST + 1;
    for (uint32_t k = 0; k < states; k++) {
        struct concrete c = {.n = n};
        uint32_t rest = k;
        c.s = rest % (LARGEST + 1), rest /= LARGEST + 1;
        c.t = rest % (LARGEST + 1), rest /= LARGEST + 1;
        for (uint32_t i = 0; i < n; i++)
            c.m[i] = rest % (LARGEST + 1), rest /= LARGEST + 1;
        steps(t, &c);
    }
}

uint32_t ticket_transitions(uint32_t n)
{
    struct table *t = NEW(struct table);
    fill(t, n);
    uint32_t count = 0;
    const bool *all = &t->seen[0][0][0][0][0];
    for (uint32_t i = 0; i < sizeof *t / sizeof *all; i++)
        count += all[i];
    mem_free(t);
    return 3 * count; /* the passive thread's location: any of three, and it stays */
}

static void add_transition(struct system *s, const struct table *t, uint32_t l, uint32_t b, uint32_t b2)
{
    struct rule r = {.line = 1, .first = NOWHERE, .second = NOWHERE};
    r.take = ARENA_ARRAY(&s->arena, struct token, 1);
    r.give = ARENA_ARRAY(&s->arena, struct change, 1);
    r.take[r.takes++] = (struct token){8 * l + b, 1};
    r.give[r.gives++] = (struct change){8 * ((l + 1) % 3) + b2, 1};
    r.moves = ARENA_ARRAY(&s->arena, struct move, LOCALS * 8);
    bool possible = false;
    for (uint32_t p = 0; p < LOCALS; p++) {
        uint32_t before = r.moves_count;
        for (uint32_t b3 = 0; b3 < 8; b3++)
            if (t->seen[l][b][p % 8][b2][b3])
                r.moves[r.moves_count++] = (struct move){p, p / 8 * 8 + b3};
        possible |= r.moves_count > before;
        if (r.moves_count == before)
            r.moves[r.moves_count++] = (struct move){p, SINK};
    }
    if (possible)
        system_add_rule(s, r);
}

void ticket_system(struct system *s, uint32_t n)
{
    struct table *t = NEW(struct table);
    fill(t, n);
    *s = (struct system){.controls = 1, .places = LOCALS + 1};
    s->init_unbounded = ARENA_ARRAY(&s->arena, bool, s->places);
    s->init_unbounded[2] = true;
    for (uint32_t l = 0; l < 3; l++)
        for (uint32_t b = 0; b < 8; b++)
            for (uint32_t b2 = 0; b2 < 8; b2++)
                add_transition(s, t, l, b, b2);
    for (uint32_t i = 16; i < 24; i++)
        for (uint32_t j = i; j < 24; j++) {
            struct target e = {.tokens = ARENA_ARRAY(&s->arena, struct token, 2)};
            if (i == j)
                e.tokens[e.size++] = (struct token){i, 2};
            else
                e.tokens[e.size++] = (struct token){i, 1}, e.tokens[e.size++] = (struct token){j, 1};
            vector_push(&s->targets, e);
        }
    mem_free(t);
}
