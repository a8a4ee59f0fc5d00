/* The search for executions (src/weak) against exploration: with the model sc both look at the same runs, so a check that both decide must have one
 * answer. Random litmus tests (tests/unit/test_weak_random.c) compare the models; here are branches, loops, locks and pointers.
 *
 *   executions FROM COUNT [MODE...]      MODE: threads, identity, heap, choices
 *
 * Fails if an answer differs, or if fewer than a third of the programs were decided by both. */
#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "frontend/frontend.h"
#include "generate.h"
#include "weak/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct program *load(const char *path, bool executions)
{
    struct frontend_options options = {
        .files = &path, .file_count = 1, .properties = property_only(property_find("reach")), .executions = executions};
    struct arena words = ARENA_EMPTY;
    const char *error;
    struct program *p = frontend_load(&options, exprs_new(), &error, &words);
    vector_each(struct code *, c, &p->codes)
        code_index(c);
    return p;
}

static void explore(const struct program *p, struct verdict *v, double seconds)
{
    struct options options;
    struct statistics statistics = {0};
    options_init(&options);
    struct task task = {.program = p,
                        .options = &options,
                        .statistics = &statistics,
                        .budget = {.deadline = clock_wall() + seconds, .memory = (size_t)1 << 30}};
    verdict_init(v, p);
    engine_run(engine_find("explore"), &task, v);
    options_free(&options);
}

enum outcome { OPEN, SAME, DIFFERENT };

static enum outcome compare(const char *path)
{
    enum { SECONDS = 2 };
    struct program *p = load(path, false), *q = load(path, true);
    struct verdict v;
    struct weak_result found;
    struct weak_task task = {
        .program = q, .model = MODEL_SC, .budget = {.deadline = clock_wall() + SECONDS, .memory = (size_t)1 << 30}};
    enum outcome outcome = OPEN;
    weak_search_run(&task, &found);
    explore(p, &v, SECONDS);
    for (uint32_t i = 0; i < p->checks.size && p->checks.size == q->checks.size; i++) {
        const struct weak_finding *w = &found.checks[i];
        enum answer by_search = w->violated ? ANSWER_VIOLATED : found.complete && !w->doubt ? ANSWER_PROVED : ANSWER_OPEN;
        if (by_search == ANSWER_OPEN || v.results.data[i].answer == ANSWER_OPEN)
            continue;
        if (by_search != v.results.data[i].answer)
            return DIFFERENT;
        outcome = SAME;
    }
    return outcome;
}

static void generate(struct text *source, const char *mode, uint64_t seed)
{
    if (!strcmp(mode, "identity"))
        generate_identity(source, seed);
    else if (!strcmp(mode, "heap"))
        generate_heap(source, seed);
    else if (!strcmp(mode, "choices"))
        generate_choices(source, seed);
    else
        generate_threads(source, seed);
}

int main(int argc, char **argv)
{
    char path[64];
    uint32_t counts[DIFFERENT + 1] = {0};
    if (argc < 4)
        return 64;
    snprintf(path, sizeof path, "/tmp/heddle-executions-%d.c", (int)getpid());
    uint64_t from = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    for (int m = 3; m < argc; m++)
        for (uint64_t seed = from; seed < from + count; seed++) {
            struct text source = {0};
            generate(&source, argv[m], seed);
            if (!text_write_file(&source, path))
                return 70;
            text_free(&source);
            enum outcome o = compare(path);
            counts[o]++;
            if (o == DIFFERENT)
                printf("%s %llu: the search and exploration do not agree\n", argv[m], (unsigned long long)seed);
        }
    unlink(path);
    printf("%u agree, %u not decided by both, %u differ\n", counts[SAME], counts[OPEN], counts[DIFFERENT]);
    return counts[DIFFERENT] || 3 * counts[SAME] < counts[SAME] + counts[OPEN];
}
