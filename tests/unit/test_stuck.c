/* Who is stuck in a graph of states: hand-made graphs, and random ones against the definition taken literally, by who can be reached from
 * where. */
#include "program/stuck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 12, THREADS = 3 };

struct drawn {
    uint32_t nodes;
    struct stuck_graph graph;
    struct stuck_places places[MOST];
    uint64_t joined[MOST][THREADS];
    bool known[MOST];
};

static void look(void *context, uint32_t node, struct stuck_places *out) { *out = ((struct drawn *)context)->places[node]; }
static uint64_t joined(void *context, uint32_t node, uint32_t thread) { return ((struct drawn *)context)->joined[node][thread]; }

static struct stuck_answer ask(struct drawn *d)
{
    struct stuck_query q = {.context = d, .look = look, .joined = joined};
    struct stuck_answer a = stuck_find(&d->graph, &q);
    stuck_graph_free(&d->graph);
    return a;
}

static void steps(struct drawn *d, uint32_t node, uint64_t waits)
{
    stuck_steps_of(&d->graph, node);
    d->places[node].waits = waits;
}

static void test_standstill(void **state)
{
    (void)state;
    struct drawn d = {0};
    steps(&d, 0, 3);
    stuck_step(&d.graph, 0, 1);
    steps(&d, 1, 3);
    struct stuck_answer a = ask(&d);
    assert_int_equal(a.node, 1);
    assert_int_equal(a.threads, 3);
    assert_false(a.cyclic);
}

/* Thread 1 waits while thread 0 goes round; in the second graph the program is bound to end, in the third it only may. */
static void test_others_go_on(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct drawn d = {0};
        steps(&d, 0, 2);
        stuck_step(&d.graph, 0, kind == 1 ? NONE : 0);
        if (kind == 2)
            stuck_step(&d.graph, 0, NONE);
        struct stuck_answer a = ask(&d);
        assert_int_equal(a.node, kind == 1 ? NONE : 0);
        assert_true(a.somewhere);
        assert_int_equal(a.cyclic, kind != 1);
    }
}

/* Thread 1 waits, thread 0 goes round, thread 2 would end the program if it were its turn: it will be. */
static void test_fairness(void **state)
{
    (void)state;
    struct drawn d = {0};
    steps(&d, 0, 2);
    stuck_step(&d.graph, 0, 0);
    stuck_step(&d.graph, 2, NONE);
    struct stuck_answer a = ask(&d);
    assert_int_equal(a.node, NONE);
    assert_true(a.somewhere);
}

static void test_joins(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) { /* joins one that goes on; one that waits; each other */
        struct drawn d = {0};
        steps(&d, 0, kind == 0 ? 1 : 3);
        stuck_step(&d.graph, 2, 0);
        d.places[0].joins = kind == 2 ? 3 : 1;
        d.joined[0][0] = kind == 0 ? 4 : 2;
        d.joined[0][1] = 1;
        struct stuck_answer a = ask(&d);
        assert_int_equal(a.node, kind == 0 ? NONE : 0);
        assert_int_equal(a.threads, kind == 0 ? 0 : 3);
    }
}

/* --- random graphs --- */

static uint64_t random_next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* Threads keep their place until they move. */
static void draw(struct drawn *d, uint64_t *seed)
{
    *d = (struct drawn){.nodes = 2 + random_next(seed) % (MOST - 2)};
    for (uint32_t n = 0; n < d->nodes; n++) {
        uint64_t waits = random_next(seed) % 8, held = random_next(seed) % 4 ? 0 : random_next(seed) % 8;
        d->places[n] = (struct stuck_places){.waits = waits & ~held, .held = held, .joins = random_next(seed) % 8 & waits & ~held};
        for (uint32_t t = 0; t < THREADS; t++)
            d->joined[n][t] = random_next(seed) % 8 & ~(UINT64_C(1) << t);
        d->known[n] = random_next(seed) % 10;
        if (!d->known[n])
            continue;
        stuck_steps_of(&d->graph, n);
        for (uint64_t k = random_next(seed) % 3; k > 0; k--) {
            uint32_t to = random_next(seed) % 8 ? (uint32_t)(random_next(seed) % d->nodes) : NONE;
            uint32_t by = random_next(seed) % 20 ? (uint32_t)(random_next(seed) % THREADS) : STUCK_CHOICE;
            stuck_step(&d->graph, by, by == STUCK_CHOICE && to == NONE ? 0 : to);
        }
    }
}

static uint32_t count_of(const struct drawn *d, uint32_t n) { return d->known[n] ? d->graph.nodes.data[n].count : 0; }
static uint32_t step_of(const struct drawn *d, uint32_t n, uint32_t k) { return d->graph.nodes.data[n].first + k; }

static void close_paths(const struct drawn *d, bool reach[MOST][MOST])
{
    for (uint32_t a = 0; a < d->nodes; a++)
        for (uint32_t b = 0; b < d->nodes; b++)
            reach[a][b] = a == b;
    for (uint32_t round = 0; round < d->nodes; round++)
        for (uint32_t a = 0; a < d->nodes; a++)
            for (uint32_t b = 0; b < d->nodes; b++)
                for (uint32_t k = 0; k < count_of(d, b); k++)
                    if (reach[a][b] && d->graph.to.data[step_of(d, b, k)] != NONE)
                        reach[a][d->graph.to.data[step_of(d, b, k)]] = true;
}

/* Who moves in one of the nodes: all of them, or only by steps that stay among those that are reached from there and lead back. */
static uint64_t movers(const struct drawn *d, bool reach[MOST][MOST], uint32_t from, bool around)
{
    uint64_t result = 0;
    for (uint32_t n = 0; n < d->nodes; n++) {
        if (!reach[from][n] || (around && !reach[n][from]))
            continue;
        if (!d->known[n] && !around)
            return 7;
        for (uint32_t k = 0; k < count_of(d, n); k++) {
            uint32_t to = d->graph.to.data[step_of(d, n, k)], by = d->graph.thread.data[step_of(d, n, k)];
            if (by != STUCK_CHOICE && (!around || (to != NONE && reach[to][from])))
                result |= UINT64_C(1) << by;
        }
    }
    return result;
}

static uint64_t stuck_at(const struct drawn *d, bool reach[MOST][MOST], uint32_t n)
{
    uint64_t stuck = d->places[n].waits & ~movers(d, reach, n, false), best = 0;
    for (uint64_t set = 0; set < 8; set++) { /* the largest subset in which every join is of a member */
        bool good = !(set & ~stuck);
        for (uint32_t t = 0; t < THREADS; t++)
            good &= !(set >> t & 1 & d->places[n].joins >> t) || d->joined[n][t] & set;
        best |= good ? set : 0;
    }
    return best;
}

/* Whether a fair run can stay around the node for ever. */
static bool stays(const struct drawn *d, bool reach[MOST][MOST], uint32_t n)
{
    uint64_t around = movers(d, reach, n, true), always = 7;
    for (uint32_t m = 0; m < d->nodes; m++) {
        if (!reach[n][m] || !reach[m][n])
            continue;
        uint64_t here = 0;
        for (uint32_t k = 0; k < count_of(d, m); k++) {
            if (d->graph.thread.data[step_of(d, m, k)] == STUCK_CHOICE)
                return false;
            here |= UINT64_C(1) << d->graph.thread.data[step_of(d, m, k)];
        }
        always &= here;
        if (!d->known[m])
            return false;
    }
    return !(always & ~around);
}

static void test_random_graphs(void **state)
{
    (void)state;
    uint32_t found = 0, none = 0;
    for (uint64_t round = 0; round < 20000; round++) {
        uint64_t seed = round;
        struct drawn d;
        bool reach[MOST][MOST];
        draw(&d, &seed);
        /* What is said of the threads that do not move is the same all around a node. */
        close_paths(&d, reach);
        for (uint32_t n = d.nodes; n-- > 0;)
            for (uint32_t m = n + 1; m < d.nodes; m++)
                if (reach[n][m] && reach[m][n]) {
                    d.places[m] = d.places[n];
                    memcpy(d.joined[m], d.joined[n], sizeof d.joined[m]);
                }
        uint32_t expected = NONE;
        bool somewhere = false;
        for (uint32_t n = d.nodes; n-- > 0;) {
            somewhere |= d.known[n] && stuck_at(&d, reach, n);
            if (stuck_at(&d, reach, n) && stays(&d, reach, n) && !(d.places[n].held & ~movers(&d, reach, n, true)))
                expected = n;
        }
        struct stuck_answer a = ask(&d);
        assert_int_equal(a.node, expected);
        assert_int_equal(a.somewhere, somewhere);
        found += expected != NONE;
        none += expected == NONE;
    }
    assert_in_range(found, 1000, UINT32_MAX);
    assert_in_range(none, 1000, UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standstill), cmocka_unit_test(test_others_go_on),  cmocka_unit_test(test_fairness),
        cmocka_unit_test(test_joins),      cmocka_unit_test(test_random_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
