/* The generator of programs with a thread, or several, for each of two rounds: created and joined by main, by procedures, and by threads that have such ones themselves; mostly in the right order, with
 * ids in local and global variables, some of them old. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    bool old; /* there is a variable with the id of the round before */
    unsigned level;
};

static bool rarely(struct gen *g) { return below(g, 8) == 0; }

static void access(struct gen *g)
{
    static const char *const names[] = {"x", "y", "z"};
    const char *name = names[below(g, 3)];
    if (below(g, 2))
        line(g, "%s++;", name);
    else
        line(g, "sum = %s;", name);
}

static const char *id(const struct gen *g) { return g->level ? "second" : "first"; }

static void create(struct gen *g)
{
    g->old = below(g, 4) == 0;
    if (g->old)
        line(g, "pthread_t before = %s;", id(g));
    line(g, "pthread_create(&%s, 0, %s, 0);", id(g), g->level ? "help" : "work");
}

static void join(struct gen *g)
{
    if (rarely(g))
        line(g, "if (sum == %u)", below(g, 2)), line(g, "    pthread_join(%s, 0);", id(g));
    else if (g->old && below(g, 2))
        line(g, "pthread_join(k ? before : %s, 0);", id(g));
    else if (!rarely(g))
        line(g, "pthread_join(%s, 0);", rarely(g) ? "other" : id(g));
}

/* A round: something before, beside and behind its thread. */
static void round_of(struct gen *g, bool local)
{
    if (local)
        line(g, "pthread_t %s;", id(g));
    if (below(g, 2))
        access(g);
    create(g);
    if (rarely(g) && !local)
        line(g, "other = %s;", id(g));
    if (below(g, 4) == 0)
        access(g);
    if (rarely(g))
        line(g, "if (sum == 1)"), line(g, g->level ? "    return 0;" : "    return;");
    join(g);
    if (below(g, 2))
        access(g);
}

static void opening(struct gen *g, const char *head)
{
    line(g, "%s", head);
    line(g, "{");
    g->w.indent++;
}

static void closing(struct gen *g)
{
    g->w.indent--;
    line(g, "}");
}

void generate_rounds(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x726f756e)}}};
    bool deep = below(&g, 2), twice = rarely(&g);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "static int x, y, z, rounds = 2;");
    line(&g, "static _Thread_local int sum;");
    line(&g, "static pthread_t first, second, other;");
    opening(&g, "static void *help(void *unused)");
    access(&g);
    line(&g, "return unused;");
    closing(&g);
    opening(&g, "static void *work(void *unused)");
    line(&g, "static int k = 1;");
    access(&g);
    g.level = 1;
    if (deep && below(&g, 3) == 0) {
        opening(&g, "if (sum == 0)");
        round_of(&g, below(&g, 2));
        closing(&g);
    } else if (deep) {
        round_of(&g, below(&g, 2));
    }
    line(&g, "return unused;");
    closing(&g);
    g.level = 0;
    opening(&g, "static void turn(int k)");
    round_of(&g, below(&g, 2));
    if (rarely(&g))
        line(&g, "if (rounds-- > 1) turn(1);");
    closing(&g);
    opening(&g, "int main(void)");
    opening(&g, "for (int k = 0; k < rounds; k++)");
    line(&g, "turn(k);");
    if (twice)
        line(&g, "turn(1);");
    if (below(&g, 3) == 0)
        access(&g);
    closing(&g);
    access(&g);
    line(&g, "return sum;");
    closing(&g);
}
