/* random_test COUNT [FIRST]: random systems, every algorithm and option against each other and against brute force.
 * Every proof is checked, every run has been replayed. Status 1 and the system in words if anything disagrees. */
#include "generate.h"

#include "base/clock.h"
#include "base/text.h"
#include "cover/cover.h"
#include "cover/explicit.h"

#include <stdio.h>
#include <stdlib.h>

struct configuration {
    const char *name;
    struct cover_options options;
};

static const struct configuration configurations[] = {
    {"backward", {.algorithm = COVER_BACKWARD}}, /* the first one is the reference */
    {"backward, oracle", {.algorithm = COVER_BACKWARD, .oracle = true}},
    {"backward, pruning", {.algorithm = COVER_BACKWARD, .pruning = true}},
    {"backward, reduction", {.algorithm = COVER_BACKWARD, .reduction = true}},
    {"cat, 1", {.algorithm = COVER_CAT, .candidate_threads = 1}},
    {"cat, all", {.algorithm = COVER_CAT, .candidate_threads = 1000}},
    {"cat, oracle", {.algorithm = COVER_CAT, .candidate_threads = 1, .oracle = true}},
    {"catopt, 1", {.algorithm = COVER_CATOPT, .candidate_threads = 1}},
    {"catopt, all, oldest", {.algorithm = COVER_CATOPT, .candidate_threads = 1000, .oldest_first = true}},
    {"catopt, oracle", {.algorithm = COVER_CATOPT, .candidate_threads = 1, .oracle = true}},
    {"catopt, oracle, pruning", {.algorithm = COVER_CATOPT, .candidate_threads = 1, .oracle = true, .pruning = true}},
    {"catopt, pruning, reduction", {.algorithm = COVER_CATOPT, .candidate_threads = 1, .pruning = true, .reduction = true}},
    {"default", COVER_DEFAULTS},
};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

struct tally {
    uint32_t safe, unsafe, open, brute_found, brute_exhausted;
};

static bool complain(const struct system *s, uint64_t seed, int kind, const char *configuration, const char *what)
{
    struct text t = {0};
    generate_print(s, &t);
    printf("seed %llu, kind %d, %s: %s\n%s", (unsigned long long)seed, kind, configuration, what, t.data);
    text_free(&t);
    return false;
}

static const char *words(enum cover_verdict v)
{
    return v == COVER_UNCOVERABLE ? "uncoverable" : v == COVER_COVERABLE ? "coverable" : "unknown";
}

static bool brute_force_agrees(const struct system *s, uint64_t seed, int kind, enum cover_verdict verdict, struct tally *tally)
{
    struct arena a = ARENA_EMPTY;
    struct plan plan = {0};
    struct explicit_limits limits = {.threads = 4, .states = 3000};
    enum explicit_answer brute = explicit_search(s, limits, &a, &plan);
    tally->brute_found += brute == EXPLICIT_FOUND;
    tally->brute_exhausted += brute == EXPLICIT_EXHAUSTED;
    plan_free(&plan);
    arena_release(&a);
    if (brute == EXPLICIT_FOUND && verdict == COVER_UNCOVERABLE)
        return complain(s, seed, kind, "brute force", "reaches the target");
    return true;
}

static bool test(const struct system *s, uint64_t seed, int kind, struct tally *tally)
{
    enum cover_verdict expected = COVER_UNKNOWN;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        struct cover_options o = configurations[i].options;
        o.want_proof = true;
        o.budget.deadline = clock_wall() + 1;
        struct cover_result r = cover_decide(s, &o);
        bool ok = true;
        if (r.verdict != COVER_UNKNOWN && expected != COVER_UNKNOWN && r.verdict != expected)
            ok = complain(s, seed, kind, configurations[i].name, words(r.verdict));
        if (r.verdict == COVER_COVERABLE && !r.run)
            ok = complain(s, seed, kind, configurations[i].name, "no run");
        if (r.verdict == COVER_UNCOVERABLE) {
            struct text proof = {0}, why = {0};
            cover_print_proof(s, r.proof, &proof);
            if (!cover_check(s, "proof", text_string(&proof), &why)) {
                ok = complain(s, seed, kind, configurations[i].name, text_string(&why));
                printf("%s", proof.data);
            }
            text_free(&proof);
            text_free(&why);
        }
        if (expected == COVER_UNKNOWN)
            expected = r.verdict;
        cover_result_free(&r);
        if (!ok)
            return false;
    }
    tally->safe += expected == COVER_UNCOVERABLE;
    tally->unsafe += expected == COVER_COVERABLE;
    tally->open += expected == COVER_UNKNOWN;
    return brute_force_agrees(s, seed, kind, expected, tally);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    struct tally tally = {0};
    for (uint64_t seed = first; seed < first + count; seed++) {
        int kind = (int)(seed % GENERATE_KINDS);
        struct system s;
        generate_system(&s, kind, seed);
        bool ok = system_valid(&s) && test(&s, seed, kind, &tally);
        system_free(&s);
        if (!ok)
            return 1;
    }
    printf("%llu systems: %u uncoverable, %u coverable, %u open; brute force reached the target in %u, and exhausted %u\n",
           (unsigned long long)count, tally.safe, tally.unsafe, tally.open, tally.brute_found, tally.brute_exhausted);
    if (tally.safe < count / 5 || tally.unsafe < count / 5 || tally.brute_found < count / 10) {
        printf("the systems are too one-sided to test anything\n");
        return 1;
    }
    return 0;
}
