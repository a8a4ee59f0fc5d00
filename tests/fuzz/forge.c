/* Tries to forge proofs: proofs that engines gave for programs that are right are tampered with, said to be about programs
 * that are wrong (the hash is made to fit), and checked as heddle check does. None may make it say TRUE, or that more
 * checks are proved than hold; none may crash it. Proofs of right programs are tampered with as well: these must not crash.
 *
 *   forge FOLDER [--seed N] [--count N] [--keep DIR]
 *
 * FOLDER has the programs (forge/): with BUG=0 they are right, with BUG=1 wrong. */
#include "base/log.h"
#include "worker/check_file.h"
#include "base/status.h"
#include "engines/engine.h"
#include "forge_mutate.h"
#include "program/machine.h"

#include "../unit/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
    const char *file, *property, *engines[5];
} families[] = {
    {"mutex.c", "reach", {"modular", "cartesian", "flow", "predicate", "monotone"}},
    {"mutex.c", "race", {"modular", "cartesian", "flow", "predicate", "monotone"}},
    {"intruder.c", "reach", {"modular", "flow", "monotone"}},
    {"any_mutex.c", "reach", {"modular", "monotone"}},
    {"any_mutex.c", "race", {"modular", "monotone"}},
    {"any_lock.c", "reach", {"predicate", "monotone"}},
    {"any_lock.c", "race", {"predicate", "monotone"}},
    {"readers.c", "reach", {"monotone"}},
    {"two_checks.c", "reach", {"modular", "flow", "predicate"}},
    {"hole.c", "reach", {"flow", "modular", "predicate"}},
    {"section_loop.c", "reach", {"flow", "modular"}},
    {"recursion.c", "reach", {"flow", "modular"}},
};
enum { FAMILIES = sizeof families / sizeof *families, SEEDS = 64 };
static const double ENGINE_SECONDS = 6, CHECK_SECONDS = 2;

struct subject { /* a program */
    struct options options;
    struct pipeline pipeline;
    const char *files[1], *defines[1];
    struct program *probe; /* what is asked about, if it has no checks; or NULL */
    uint32_t checks, violated;
};

struct family {
    struct subject right, wrong;
    char *seeds[SEEDS]; /* proof files */
    uint32_t seed_count;
};

struct tally {
    uint64_t mutants, refused, not_proved, proved_right, bad;
};

static const struct program *asked(const struct subject *s) { return s->probe ? s->probe : s->pipeline.small; }

static void load(struct subject *s, const char *path, const char *property, const char *define)
{
    const char *error = NULL;
    options_init(&s->options);
    s->options.property = property;
    vector_push(&s->options.files, path);
    vector_push(&s->options.compile, arena_printf(&s->options.words, "-D%s", define));
    if (!pipeline_load(&s->pipeline, &s->options, &(struct budget){0}, &error)) {
        printf("%s: %s\n", path, error);
        exit(1);
    }
    pipeline_passes(&s->pipeline);
    s->probe = pipeline_has_holes(&s->pipeline) ? pipeline_probe(&s->pipeline) : NULL;
    s->checks = asked(s)->checks.size;
}

static void answer(struct subject *s, const char *engine, struct verdict *v)
{
    struct options o = s->options;
    struct task task = {.program = asked(s),
                        .options = &o,
                        .wants_proof = true,
                        .budget = {.deadline = clock_wall() + ENGINE_SECONDS, .memory = 0}};
    const struct reason *why = NULL;
    const struct engine *e = engine_find(engine);
    verdict_init(v, task.program);
    if (e->suits(task.program, &why))
        engine_run(e, &task, v);
}

/* The file that heddle verify --proof would write. */
static char *proof_text(const struct subject *s, const char *engine, const struct verdict *v, const struct proof *proof)
{
    bool *proves = NEW_ARRAY(bool, s->checks + 1);
    for (uint32_t i = 0; i < s->checks; i++)
        proves[i] = !v || v->results.data[i].answer == ANSWER_PROVED;
    struct proof_record r = {engine, proof, proves, NULL, s->checks, PROOF_OF_CHECKS};
    struct text t = {0};
    proof_json_write(&t, &r, 1, NULL, 0);
    char *copy = strdup(text_string(&t));
    text_free(&t);
    mem_free(proves);
    return copy;
}

static void take_seeds(struct family *f, struct subject *s, const char *engine)
{
    struct verdict v;
    answer(s, engine, &v);
    if (v.proof && f->seed_count < SEEDS)
        f->seeds[f->seed_count++] = proof_text(s, engine, &v, v.proof);
    verdict_free(&v);
}

/* Proofs that say nothing. */
static void empty_seeds(struct family *f, struct subject *s)
{
    for (int pairs = 0; pairs < 2; pairs++) {
        struct proof *nothing = proof_new(asked(s));
        nothing->pairwise = pairs;
        f->seeds[f->seed_count++] = proof_text(s, "nobody", NULL, nothing);
        proof_free(nothing);
    }
}

static void prepare(struct family *f, const char *folder, uint32_t i, struct arena *words)
{
    const char *path = arena_printf(words, "%s/%s", folder, families[i].file);
    struct verdict v;
    load(&f->right, path, families[i].property, "BUG=0");
    load(&f->wrong, path, families[i].property, "BUG=1");
    answer(&f->wrong, "explore", &v);
    for (uint32_t k = 0; k < f->wrong.checks; k++)
        f->wrong.violated += v.results.data[k].answer == ANSWER_VIOLATED;
    if (verdict_answer(&v, asked(&f->wrong)) == ANSWER_PROVED || (!f->wrong.violated && !f->wrong.probe)) {
        printf("%s is not wrong\n", path);
        exit(1);
    }
    verdict_free(&v);
    for (unsigned e = 0; e < 5 && families[i].engines[e]; e++) {
        take_seeds(f, &f->right, families[i].engines[e]);
        take_seeds(f, &f->wrong, families[i].engines[e]);
    }
    uint32_t found = f->seed_count;
    empty_seeds(f, &f->right);
    printf("%s %s: %u proofs of engines, %u of %u checks of the wrong program fail\n", families[i].file, families[i].property,
           found, f->wrong.violated, f->wrong.checks);
}

static bool is_error(const void *context, uint32_t code, uint32_t location)
{
    const struct program *p = context;
    return p->codes.data[code].locations.data[location].flags & (LOC_ERROR | LOC_UNSUPPORTED);
}

static void rewrite(cJSON *file, const struct subject *s, uint64_t *seed)
{
    const struct program *p = asked(s);
    uint32_t *locations = NEW_ARRAY(uint32_t, p->template_count + 1);
    for (uint32_t t = 0; t < p->template_count; t++)
        locations[t] = p->codes.data[t].locations.size;
    struct forge_shape shape = {p->template_count, locations, is_error, p};
    forge_rewrite(file, &shape, seed);
    mem_free(locations);
}

/* The hashes that the checker expects. */
static void fit(cJSON *file, struct subject *s)
{
    cJSON *proof, *i;
    char hash[32];
    bool *left_out = NEW_ARRAY(bool, s->checks + 1);
    cJSON_ArrayForEach(proof, cJSON_GetObjectItem(file, "proofs"))
    {
        memset(left_out, 0, s->checks * sizeof *left_out);
        cJSON_ArrayForEach(i, cJSON_GetObjectItem(proof, "left_out")) if (i->valuedouble >= 0 && i->valuedouble < s->checks)
            left_out[(uint32_t)i->valuedouble] = true;
        const struct program *p = s->probe ? s->probe : pipeline_version(&s->pipeline, left_out, 0)->program;
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)program_fingerprint(p));
        cJSON_ReplaceItemInObject(proof, "program", cJSON_CreateString(hash));
    }
    mem_free(left_out);
}

static struct text forged(const struct family *f, const struct family *all, struct subject *s, uint64_t *seed)
{
    const struct family *from = walk_random(seed) % 12 ? f : &all[walk_random(seed) % FAMILIES];
    cJSON *file = cJSON_Parse(from->seeds[walk_random(seed) % from->seed_count]);
    unsigned changes = (unsigned)(walk_random(seed) % 4);
    if (walk_random(seed) % 3 == 0) {
        rewrite(file, s, seed);
        changes = walk_random(seed) % 4 ? 0 : changes;
    } else if (walk_random(seed) % 4 == 0) {
        forge_silence(file, seed);
        changes = walk_random(seed) % 4 ? 0 : changes;
    }
    for (unsigned i = 0; i < changes; i++)
        forge_mutate(file, seed);
    fit(file, s);
    char *printed = cJSON_PrintUnformatted(file);
    struct text t = {0};
    text_append(&t, printed);
    cJSON_free(printed);
    cJSON_Delete(file);
    if (walk_random(seed) % 12 == 0)
        forge_damage(&t, seed);
    return t;
}

/* Whether the outcome is one that the wrong program may have. */
static bool good(const struct subject *s, int status, const struct text *out)
{
    const char *counts = strstr(text_string(out), "checks: ");
    unsigned proved = 0;
    if (status == STATUS_INPUT)
        return !out->size;
    return status == STATUS_UNKNOWN && counts && sscanf(counts, "checks: %u", &proved) == 1 && proved <= s->checks - s->violated;
}

static void try_one(struct family *f, const struct family *all, uint64_t seed, const char *keep, struct tally *t)
{
    uint64_t name = seed;
    bool wrong = walk_random(&seed) % 5;
    struct subject *s = wrong ? &f->wrong : &f->right;
    struct text bytes = forged(f, all, s, &seed), out = {0};
    const char *why = NULL;
    struct proof_json *file = proof_json_open(text_string(&bytes), bytes.size, &why);
    struct budget budget = {.deadline = clock_wall() + CHECK_SECONDS, .memory = 0};
    int status = file ? check_proofs(&s->pipeline, file, &budget, &out) : STATUS_INPUT;
    t->mutants++;
    t->refused += status == STATUS_INPUT;
    t->not_proved += status == STATUS_UNKNOWN;
    t->proved_right += status == STATUS_TRUE && !wrong;
    if (wrong && !good(s, status, &out)) {
        t->bad++;
        printf("%s, seed %llu: status %d\n%s\n", s->options.files.data[0], (unsigned long long)name, status, text_string(&out));
        char path[512];
        snprintf(path, sizeof path, "%s/forged_%llu.json", keep ? keep : ".", (unsigned long long)name);
        if (keep)
            text_write_file(&bytes, path);
    }
    if (file)
        proof_json_close(file);
    text_free(&bytes);
    text_free(&out);
}

static void print_tally(const struct tally *t)
{
    printf("%llu forged proofs: %llu refused, %llu not proved, %llu of right programs proved, %llu bad\n",
           (unsigned long long)t->mutants, (unsigned long long)t->refused, (unsigned long long)t->not_proved,
           (unsigned long long)t->proved_right, (unsigned long long)t->bad);
}

static void release(struct subject *s)
{
    if (s->probe)
        program_free(s->probe);
    pipeline_free(&s->pipeline);
    options_free(&s->options);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 300;
    const char *keep = NULL;
    struct arena words = ARENA_EMPTY;
    struct tally t = {0};
    static struct family all[FAMILIES];
    if (argc < 2)
        return 64;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 2; i + 1 < argc; i += 2) {
        seed = !strcmp(argv[i], "--seed") ? strtoull(argv[i + 1], NULL, 10) : seed;
        count = !strcmp(argv[i], "--count") ? strtoull(argv[i + 1], NULL, 10) : count;
        keep = !strcmp(argv[i], "--keep") ? argv[i + 1] : keep;
    }
    for (uint32_t i = 0; i < FAMILIES; i++)
        prepare(&all[i], argv[1], i, &words);
    if (!freopen("/dev/null", "w", stderr)) /* a line for each file that is refused */
        return 1;
    for (uint64_t n = 0; n < count; n++) {
        try_one(&all[n % FAMILIES], all, seed + n, keep, &t);
        if (t.mutants % 1000 == 0 || n + 1 == count)
            print_tally(&t);
    }
    for (uint32_t i = 0; i < FAMILIES; i++) {
        release(&all[i].right);
        release(&all[i].wrong);
        for (uint32_t k = 0; k < all[i].seed_count; k++)
            free(all[i].seeds[k]);
    }
    arena_release(&words);
    return t.bad || t.not_proved < count / 10;
}
