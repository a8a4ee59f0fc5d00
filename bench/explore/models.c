/* Speed of explore without reduction: builds the models for n threads, counts their states, and prints
 * "model threads states seconds bytes-per-state". The Promela files beside this one have the same steps. */
#include "base/options.h"
#include "base/statistics.h"
#include "engines/explore/explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct program *p;
static struct exprs *e;

static uint32_t scalar(const char *name, uint64_t init, uint32_t owner)
{
    return program_add_cell(p, (struct cell){.name = name, .width = 8, .init = init, .owner = owner, .subject = NONE});
}
static uint32_t array(const char *name, uint64_t init, uint32_t n)
{
    struct cell_range range = {0, 1, n, NONE, 0};
    return program_add_cell(p, (struct cell){.name = name,
                                             .width = 8,
                                             .index_width = 8,
                                             .init = init,
                                             .owner = NONE,
                                             .subject = NONE,
                                             .ranges = &range,
                                             .range_count = 1});
}
static expr number(uint64_t v) { return expr_const(e, 8, v); }
static expr get(uint32_t c) { return expr_cell(e, 8, c); }
static expr at(uint32_t c, expr i) { return expr_read(e, 8, c, i); }
static expr less(expr a, expr b) { return expr_binary(e, E_ULT, a, b); }
static expr plus(expr a, uint64_t n) { return expr_add(e, a, number(n)); }

static void go(uint32_t t, uint32_t from, uint32_t to, expr guard, uint32_t n, struct update *u)
{
    struct action a = action_skip(p);
    if (guard)
        a.guard = guard;
    a.updates = u;
    a.update_count = n;
    code_add_edge(p, t, from, to, &a);
}
#define DO(...)                                                                                                                    \
    (uint32_t)(sizeof((struct update[]){__VA_ARGS__}) / sizeof(struct update)), (struct update[]) { __VA_ARGS__ }

static uint32_t thread(uint32_t n, uint32_t locations)
{
    uint32_t t = program_add_code(p, "thread");
    p->codes.data[t].instances = n;
    p->template_count = 1;
    for (uint32_t l = 0; l < locations; l++)
        code_add_location(p, t, 0, (struct position){0});
    p->codes.data[t].entry = 0;
    uint32_t check = program_add_check(p, (struct check){.property = PROPERTY_REACH, .text = "one inside"});
    p->codes.data[t].locations.data[locations - 1].flags = LOC_ERROR;
    p->codes.data[t].locations.data[locations - 1].check = check;
    return t;
}

static expr self(void) { return expr_extract(e, expr_self(e), 0, 8); } /* ids begin at 0 here */

static void peterson(uint32_t n)
{
    uint32_t level = array("level", 0, n), last = array("last", 0, n), inside = scalar("inside", 0, NONE);
    uint32_t t = thread(n, 5), l = scalar("l", 1, t);
    expr me = self(), mine = get(l), free = expr_bool(e, true);
    for (uint32_t k = 0; k < n; k++) {
        expr low = less(at(level, number(k)), mine), same = expr_eq(e, me, number(k));
        free = expr_and(e, free, expr_or(e, same, low));
    }
    expr pass = expr_or(e, expr_ne(e, at(last, mine), me), free), top = expr_eq(e, mine, number(n - 1));
    go(t, 0, 1, NULL, DO({level, me, mine}));
    go(t, 1, 2, NULL, DO({last, mine, me}));
    go(t, 2, 0, expr_and(e, expr_not(e, top), pass), DO({l, NULL, plus(mine, 1)}));
    go(t, 2, 3, expr_and(e, top, pass), DO({inside, NULL, plus(get(inside), 1)}));
    expr alone = expr_eq(e, get(inside), number(1));
    go(t, 3, 0, alone, DO({inside, NULL, number(0)}, {level, me, number(0)}, {l, NULL, number(1)}));
    go(t, 3, 4, expr_not(e, alone), 0, NULL);
}

static void dekker(uint32_t n)
{
    uint32_t b = array("b", 1, n), c = array("c", 1, n), k = scalar("k", 0, NONE), inside = scalar("inside", 0, NONE);
    uint32_t t = thread(n, 9), j = scalar("j", 0, t);
    expr me = self(), mine = expr_eq(e, get(k), me), alone = expr_eq(e, get(inside), number(1));
    expr all = expr_eq(e, get(j), number(n)), here = expr_eq(e, get(j), me), ok = expr_eq(e, at(c, get(j)), number(1));
    expr past = expr_or(e, here, ok);
    go(t, 0, 1, NULL, DO({b, me, number(0)}));
    go(t, 1, 2, expr_not(e, mine), 0, NULL);
    go(t, 1, 4, mine, 0, NULL);
    go(t, 2, 3, NULL, DO({c, me, number(1)}));
    expr taken = expr_eq(e, at(b, get(k)), number(0));
    go(t, 3, 1, expr_not(e, taken), DO({k, NULL, me}));
    go(t, 3, 1, taken, 0, NULL);
    go(t, 4, 5, NULL, DO({c, me, number(0)}));
    go(t, 5, 6, all, DO({inside, NULL, plus(get(inside), 1)}, {j, NULL, number(0)}));
    go(t, 5, 5, expr_and(e, expr_not(e, all), past), DO({j, NULL, plus(get(j), 1)}));
    go(t, 5, 1, expr_and(e, expr_not(e, all), expr_not(e, past)), DO({j, NULL, number(0)}));
    go(t, 6, 7, alone, DO({inside, NULL, number(0)}, {c, me, number(1)}));
    go(t, 6, 8, expr_not(e, alone), 0, NULL);
    go(t, 7, 0, NULL, DO({b, me, number(1)}));
}

static void lock(uint32_t n)
{
    uint32_t m = scalar("m", 0, NONE), x = scalar("x", 0, NONE), inside = scalar("inside", 0, NONE);
    uint32_t t = thread(n, 5), w = scalar("w", 0, t), r = scalar("r", 0, t);
    expr work = get(w), alone = expr_eq(e, get(inside), number(1));
    go(t, 0, 0, less(work, number(7)), DO({w, NULL, plus(work, 1)}));
    go(t, 0, 1, expr_eq(e, get(m), number(0)), DO({m, NULL, number(1)}));
    go(t, 1, 2, NULL, DO({r, NULL, get(x)}, {inside, NULL, plus(get(inside), 1)}));
    go(t, 2, 3, NULL, DO({x, NULL, expr_binary(e, E_AND, plus(get(r), 1), number(3))}, {r, NULL, number(0)}));
    go(t, 3, 0, alone, DO({m, NULL, number(0)}, {inside, NULL, number(0)}, {w, NULL, number(0)}));
    go(t, 3, 4, expr_not(e, alone), 0, NULL);
}

int main(int argc, char **argv)
{
    static void (*const builders[])(uint32_t) = {peterson, dekker, lock};
    static const char *const names[] = {"peterson", "dekker", "lock"};
    uint32_t model = 0;
    while (argc >= 3 && model < 3 && strcmp(argv[1], names[model]))
        model++;
    if (argc < 3 || model == 3) {
        fprintf(stderr, "usage: explore_models peterson|dekker|lock THREADS [por]\n");
        return 64;
    }
    uint32_t n = (uint32_t)atoi(argv[2]);
    e = exprs_new();
    p = program_new(e);
    p->pointer_width = 32;
    builders[model](n);
    const char *why = NULL;
    code_index(&p->codes.data[0]);
    if (!program_valid(p, &why)) {
        fprintf(stderr, "%s\n", why);
        return 70;
    }
    struct options o;
    options_init(&o);
    o.por = o.symmetry = o.dominance = argc > 3;
    struct statistics st = {0};
    struct task task = {.program = p, .options = &o, .statistics = &st};
    struct verdict v;
    verdict_init(&v, p);
    double began = clock_cpu();
    engine_explore.run(&task, &v);
    double seconds = clock_cpu() - began;
    printf("%s %u %lu %.3f %lu %lu %s\n", argv[1], n, (unsigned long)st.explore_states, seconds,
           (unsigned long)st.explore_state_bytes, (unsigned long)st.explore_transitions,
           verdict_answer(&v, p) == ANSWER_PROVED ? "TRUE" : "not TRUE");
    verdict_free(&v);
    return 0;
}
