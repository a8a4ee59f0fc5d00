/* Random rules of a .spec, printed, read, and executed from random states: the reader's rule must do what the text
 * says, computed here from the text's meaning alone (x' = sum + constant, guards as they stand). The weakened rule
 * must allow at least that, and every predecessor that pre_rule names must lead back. */
#include "base/map.h"
#include "base/text.h"
#include "cover/post.h"
#include "cover/pre.h"
#include "cover/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { VARS = 4 };

struct meaning {
    bool at_least[VARS], equal[VARS], updated[VARS], term[VARS][VARS]; /* term[i][j]: x_i' has x_j */
    int bound[VARS], constant[VARS];
};

static uint64_t dice = 3;

static unsigned roll(unsigned sides)
{
    dice = hash_u64(dice + 11);
    return (unsigned)((dice >> 13) % sides);
}

static void invent(struct meaning *m)
{
    *m = (struct meaning){0};
    for (int i = 0; i < VARS; i++) {
        m->bound[i] = (int)roll(3);
        m->at_least[i] = !roll(3);
        m->equal[i] = !m->at_least[i] && !roll(6);
        m->updated[i] = roll(2);
        for (int j = 0; m->updated[i] && j < VARS; j++)
            m->term[i][j] = j == i ? roll(4) : !roll(6);
        m->constant[i] = (int)roll(4) - 2;
    }
}

static void print(const struct meaning *m, struct text *out)
{
    text_append(out, "vars a b c d\nrules\n");
    const char *comma = "";
    for (int i = 0; i < VARS; i++)
        if (m->at_least[i] || m->equal[i]) {
            text_printf(out, "%s%c %s %d", comma, 'a' + i, m->equal[i] ? "=" : ">=", m->bound[i]);
            comma = ", ";
        }
    text_append(out, " ->");
    comma = " ";
    for (int i = 0; i < VARS; i++)
        if (m->updated[i]) {
            text_printf(out, "%s%c' = ", comma, 'a' + i);
            const char *plus = "";
            for (int j = 0; j < VARS; j++)
                if (m->term[i][j]) {
                    text_printf(out, "%s%c", plus, 'a' + j);
                    plus = " + ";
                }
            if (m->constant[i] < 0)
                text_printf(out, " - %d", -m->constant[i]);
            else
                text_printf(out, "%s%d", plus, m->constant[i]);
            comma = ", ";
        }
    text_append(out, ";\ninit a >= 0, b >= 0, c >= 0, d >= 0\ntarget a >= 1\n");
}

/* False if the rule cannot fire. */
static bool execute(const struct meaning *m, const int *x, int *y)
{
    for (int i = 0; i < VARS; i++)
        if ((m->at_least[i] && x[i] < m->bound[i]) || (m->equal[i] && x[i] != m->bound[i]))
            return false;
    for (int i = 0; i < VARS; i++) {
        y[i] = m->updated[i] ? m->constant[i] : x[i];
        for (int j = 0; m->updated[i] && j < VARS; j++)
            y[i] += m->term[i][j] ? x[j] : 0;
        if (y[i] < 0)
            return false;
    }
    return true;
}

static const struct state *as_state(struct arena *a, const int *x)
{
    struct token t[VARS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < VARS; i++)
        if (x[i] > 0)
            t[n++] = (struct token){i, (uint32_t)x[i]};
    return state_make(a, 0, t, n);
}

struct successors {
    struct arena *arena;
    const struct state *wanted;
    unsigned count, equal, above;
};

static bool see(void *context, uint32_t control, const struct token *tokens, uint32_t size, uint32_t rule)
{
    (void)rule;
    struct successors *s = context;
    const struct state *x = state_make(s->arena, control, tokens, size);
    s->count++;
    s->equal += s->wanted && state_equal(x, s->wanted);
    s->above += s->wanted && state_within(s->wanted, x);
    return true;
}

static bool passes_tests(const struct rule *r, const int *x)
{
    for (uint32_t i = 0; i < r->exacts; i++)
        if (x[r->exact[i].place] != (int)r->exact[i].count)
            return false;
    return true;
}

static bool leads_back(void *context, const struct state *p, uint32_t rule)
{
    (void)rule;
    struct successors *s = context;
    s->count++;
    s->equal += state_within(p, s->wanted);
    return true;
}

/* One state: forwards, and whether it is above a predecessor of what it leads to. */
static bool test_state(const struct system *s, const struct meaning *m, const int *x, unsigned *fired)
{
    struct arena a = ARENA_EMPTY;
    int y[VARS];
    bool can = execute(m, x, y), ok = true;
    struct post_index *post = post_index_make(s);
    struct pre_index *pre = pre_index_make(s);
    struct successors f = {.arena = &a, .wanted = can ? as_state(&a, y) : NULL};
    if (s->rules.size) {
        const struct rule *r = &s->rules.data[0];
        if (passes_tests(r, x)) {
            post_each(post, as_state(&a, x), see, &f);
            ok = can ? f.count == 1 && f.equal == 1 : f.count == 0;
        } else {
            ok = !can;
        }
        if (ok && can) {
            struct successors b = {.arena = &a, .wanted = as_state(&a, x)};
            bool overflow = false;
            pre_rule(pre, 0, f.wanted, leads_back, &b, &overflow);
            ok = b.equal > 0 && !overflow; /* x is above one of them */
        }
    } else if (can) { /* dropped: the rule must not gain anything */
        ok = state_within(f.wanted, as_state(&a, x));
    }
    *fired += can;
    post_index_free(post);
    pre_index_free(pre);
    arena_release(&a);
    return ok;
}

int main(void)
{
    char path[] = "/tmp/heddle-spec-XXXXXX.spec";
    int fd = mkstemps(path, 5);
    unsigned fired = 0, failures = 0;
    for (int n = 0; fd >= 0 && n < 2000 && !failures; n++) {
        struct meaning m;
        struct text t = {0}, error = {0};
        struct system s;
        invent(&m);
        print(&m, &t);
        text_write_file(&t, path);
        bool ok = read_spec(&s, path, &error) == READ_OK && system_valid(&s);
        for (int k = 0; ok && k < 20; k++) {
            int x[VARS];
            for (int i = 0; i < VARS; i++)
                x[i] = m.equal[i] && roll(4) ? m.bound[i] : (int)roll(4);
            ok = test_state(&s, &m, x, &fired);
            if (!ok)
                printf("FAILED from %d %d %d %d:\n", x[0], x[1], x[2], x[3]);
        }
        if (!ok) {
            printf("%s%s\n", t.data, text_string(&error));
            failures++;
        }
        system_free(&s);
        text_free(&t);
        text_free(&error);
    }
    unlink(path);
    printf("2000 rules, %u steps, %u failures\n", fired, failures);
    return failures || fired < 2000;
}
