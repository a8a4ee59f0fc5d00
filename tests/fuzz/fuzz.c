/* The fuzz test: random programs, every engine and every set of passes against plain exhaustive exploration of the program as
 * the front end made it. A check that both decide must have one answer; a trace must replay, also on the original program, and
 * what is shown of it must be what is in memory.
 *
 *   fuzz [--mode MODE] [--from SEED] [--count N] [--seconds S] [--instances N]
 *        [--engine NAME]... [--variants yes] [--proofs yes] [--machine 32] [--keep DIR] [--floor PERCENT] [--checks N]
 *        [--proves NAME=PERCENT]... [--refutes NAME=PERCENT]... [--settles NAME=PERCENT]... [--hold N]
 *
 * MODE is a generator: threads, unbounded, identity, crowd, copies, heap, sync, counters, choices. -race, -deadlock and -locks behind it ask for
 * another property (race and deadlock alone: of threads), -signalled for condition variables that wait for signals.
 * With variants, modular, cartesian, flow and predicate also run with each setting of their options, and without passes.
 *
 * A run in which exploration decides less than --floor of the programs (one without any check is not decided) or with less than
 * --checks checks fails: what is not decided is not compared with anything.
 * So does one in which an engine proves less than --proves of the checks that hold by exploration, refutes less than --refutes of
 * those that it violates, or settles less than --settles of those that it leaves open (those of any number of threads that hold;
 * engines are compared with each other there), or in which less than --hold proofs hold: who says nothing is never wrong.
 * Each program is handled in a child process, so that a crash is a finding and not the end. */
#include "base/arena.h"
#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "base/text.h"
#include "engines/engine.h"
#include "frontend/frontend.h"
#include "generate.h"
#include "passes/passes.h"
#include "program/machine.h"
#include "proofs.h"
#include "shown.h"
#include "tally.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum outcome { OUT_AGREE, OUT_UNDECIDED, OUT_BAD, OUT_BROKEN, OUTCOMES };

struct setting {
    const char *mode;
    uint64_t from, count;
    double seconds;     /* for one run of one engine */
    uint64_t instances; /* that explore gives to threads created without bound */
    string_vector engines;
    const char *keep;
    uint64_t floor;  /* percent of the programs that must be decided */
    uint64_t checks; /* that all of them must have together */
    bool variants, m32;
    struct proof_counts *proofs; /* NULL: proofs are not looked at */
    uint64_t hold;               /* of the proofs, at least */
    struct tally *tally;         /* what each engine found */
};

struct config {
    const char *name;
    struct pass_options passes;
    bool por;
};

static const struct program *passed(const struct program *original, const struct pass_options *o)
{
    struct program *p = program_clone(original);
    passes_run(p, o);
    return p;
}

/* The time is CPU's: how much is found does not depend on what else the machine does, up to so many times as much by the clock. */
enum { PATIENCE = 5 };

static void decide_with(struct verdict *v, const struct program *p, const struct engine *engine, struct options options,
                        double seconds)
{
    struct statistics statistics = {0};
    struct task task = {
        .program = p,
        .wants_proof = true,
        .options = &options,
        .statistics = &statistics,
        .budget = {.deadline = clock_wall() + PATIENCE * seconds, .cpu_end = clock_cpu() + seconds, .memory = (size_t)2 << 30}};
    verdict_init(v, p);
    const struct reason *why_not;
    if (!engine->suits || engine->suits(p, &why_not))
        engine_run(engine, &task, v);
}

static void decide(struct verdict *v, const struct program *p, const struct engine *engine, bool por, const struct setting *s)
{
    struct options options;
    options_init(&options);
    options.por = options.symmetry = options.dominance = por;
    options.max_instances = s->instances;
    options.random_work = 2000000; /* it never knows that there is nothing to find */
    decide_with(v, p, engine, options, s->seconds);
    options_free(&options);
}

static bool trace_good(const struct program *original, const struct program *small, const struct trace *t, const char *who)
{
    struct arena words = ARENA_EMPTY;
    const char *why = "";
    if (!trace_replays(small, t, &why, &words)) {
        printf("  %s: trace does not replay: %s\n", who, why);
        return false;
    }
    struct trace *lifted = small == original ? NULL : trace_lift(original, small, t, &why, &words);
    if (small != original && (!lifted || !trace_replays(original, lifted, &why, &words))) {
        printf("  %s: trace cannot be lifted: %s\n", who, why);
        return false;
    }
    bool shown = shown_good(original, lifted ? lifted : t, who);
    trace_free(lifted);
    return shown;
}

/* Compares one run with the reference. What that leaves open is then known from this run, for those that follow. */
static bool agrees(const struct program *original, const struct program *small, struct verdict *reference, const struct verdict *v,
                   const char *who)
{
    bool good = true;
    for (uint32_t i = 0; i < v->results.size; i++) {
        struct check_result *a = &reference->results.data[i];
        const struct check_result *b = &v->results.data[i];
        if (b->answer == ANSWER_VIOLATED && b->trace)
            good &= trace_good(original, small, b->trace, who);
        if (b->answer == ANSWER_OPEN && reason_is_bug(b->reason)) {
            struct arena words = ARENA_EMPTY;
            printf("  %s: check %u: %s\n", who, i, reason_words(b->reason, &words));
            arena_release(&words);
            good = false;
        }
        if (a->answer != ANSWER_OPEN && b->answer != ANSWER_OPEN && a->answer != b->answer) {
            printf("  %s: check %u (%s, line %u) is %s, reference says %s\n", who, i, original->checks.data[i].text,
                   original->checks.data[i].pos.line, b->answer == ANSWER_PROVED ? "proved" : "violated",
                   a->answer == ANSWER_PROVED ? "proved" : "violated");
            good = false;
        }
        if (a->answer == ANSWER_OPEN)
            a->answer = b->answer;
    }
    return good;
}

static bool decided(const struct verdict *v)
{
    bool all = true;
    vector_each(const struct check_result *, r, &v->results)
        all &= r->answer != ANSWER_OPEN;
    return all;
}

/* horn takes all the time that it gets where it finds nothing: it has tests of its own. */
static bool wanted(const struct setting *s, const char *name)
{
    bool all = !s->engines.size && strcmp(name, "horn");
    vector_each(const char **, e, &s->engines)
        all |= !strcmp(*e, name);
    return all;
}

/* One engine with one setting of its options, on the program with or without passes. */
struct variant {
    const char *engine, *identities, *exceptions, *interference, *domain, *refiner, *abstraction; /* NULL: as by default */
};

static bool variant_agrees(const struct setting *s, const struct variant *x, const struct program *original,
                           const struct program *p, struct verdict *reference)
{
    const char *const set[] = {x->identities, x->exceptions, x->interference, x->domain, x->refiner, x->abstraction};
    struct options options;
    struct verdict v;
    struct text who = {0};
    options_init(&options);
    options.identities = x->identities ? x->identities : options.identities;
    options.exceptions = x->exceptions ? x->exceptions : options.exceptions;
    options.interference = x->interference ? x->interference : options.interference;
    options.domain = x->domain ? x->domain : options.domain;
    options.refiner = x->refiner ? x->refiner : options.refiner;
    options.abstraction = x->abstraction ? x->abstraction : options.abstraction;
    options.assume_flow &= !x->refiner; /* what this finds out is to be tried, not what flow does */
    text_append(&who, x->engine);
    for (unsigned i = 0; i < sizeof set / sizeof *set; i++)
        if (set[i])
            text_printf(&who, ", %s", set[i]);
    if (p == original)
        text_append(&who, ", no passes");
    decide_with(&v, p, engine_find(x->engine), options, s->seconds);
    bool good = agrees(original, p, reference, &v, text_string(&who));
    good &= !s->proofs || proof_good(&v, p, text_string(&who), s->proofs);
    verdict_free(&v);
    options_free(&options);
    text_free(&who);
    return good;
}

/* What sees threads relatively knows less than what names them; the modes of flow know more and more. */
static bool variants_agree(const struct setting *s, const struct program *original, const struct program *small,
                           struct verdict *reference)
{
    static const struct variant variants[] = {
        {"modular", .identities = "relative"},
        {"modular", .identities = "absolute"},
        {"cartesian", .exceptions = "none"},
        {"cartesian", .exceptions = NULL},
        {"flow", .interference = "insensitive", .domain = "values"},
        {"flow", .interference = "sensitive", .domain = "values"},
        {"flow", .interference = "constrained", .domain = "values"},
        {"flow", .interference = "full", .domain = "values"},
        {"flow", .interference = "insensitive", .domain = "octagons"},
        {"flow", .interference = "sensitive", .domain = "octagons"},
        {"flow", .interference = "constrained", .domain = "octagons"},
        {"flow", .interference = "full", .domain = "octagons"},
        {"flow", .interference = "insensitive", .domain = "polyhedra"},
        {"flow", .interference = "sensitive", .domain = "polyhedra"},
        {"flow", .interference = "constrained", .domain = "polyhedra"},
        {"flow", .interference = "full", .domain = "polyhedra"},
        {"predicate", .refiner = NULL},
        {"predicate", .refiner = "effect"},
        {"predicate", .refiner = "chain"},
        {"predicate", .refiner = "chain", .abstraction = "cartesian"},
    };
    bool good = true;
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        if (wanted(s, variants[i].engine)) {
            good &= variant_agrees(s, &variants[i], original, small, reference);
            good &= variant_agrees(s, &variants[i], original, original, reference);
        }
    return good;
}

static enum outcome compare(const struct setting *s, const struct program *original)
{
    const struct engine *explore = engine_find("explore");
    struct verdict reference;
    decide(&reference, original, explore, false, s);
    bool good = agrees(original, original, &reference, &reference, "explore"),
         known = decided(&reference) && reference.results.size;
    struct tally_reference truth = tally_known(s->tally, &reference);
    struct pass_options all = pass_options_default(), none = {0};
    struct pass_options no_movers = all, no_slice = all, no_sharing = all, no_blocks = all, no_live = all, no_constants = all;
    no_movers.movers = no_slice.slicing = no_sharing.sharing = no_blocks.blocks = no_live.liveness = no_constants.constants = false;
    const struct config configs[] = {{"explore, por", none, true},
                                     {"explore, passes", all, false},
                                     {"explore, passes, por", all, true},
                                     {"explore, no movers", no_movers, true},
                                     {"explore, no slicing", no_slice, true},
                                     {"explore, no sharing", no_sharing, true},
                                     {"explore, no blocks", no_blocks, true},
                                     {"explore, no liveness", no_live, true},
                                     {"explore, no constants", no_constants, true}};
    for (unsigned i = 0; wanted(s, "explore") && i < sizeof configs / sizeof *configs; i++) {
        struct verdict v;
        const struct program *p = passed(original, &configs[i].passes);
        decide(&v, p, explore, configs[i].por, s);
        tally_add(s->tally, &truth, i == 2 ? explore : NULL, &v);
        good &= agrees(original, p, &reference, &v, configs[i].name);
    }
    const struct program *small = passed(original, &all);
    for (unsigned i = 0; engines[i]; i++) {
        struct verdict v;
        if (engines[i] == explore || !wanted(s, engines[i]->name))
            continue;
        decide(&v, small, engines[i], true, s);
        tally_add(s->tally, &truth, engines[i], &v);
        good &= agrees(original, small, &reference, &v, engines[i]->name);
        good &= !s->proofs || proof_good(&v, small, engines[i]->name, s->proofs);
    }
    good &= !s->variants || variants_agree(s, original, small, &reference);
    return !good ? OUT_BAD : known ? OUT_AGREE : OUT_UNDECIDED;
}

static enum outcome one(const struct setting *s, uint64_t seed, const char *path)
{
    struct text source = {0};
    if (starts_with(s->mode, "unbounded"))
        generate_unbounded(&source, seed);
    else if (starts_with(s->mode, "identity"))
        generate_identity(&source, seed);
    else if (starts_with(s->mode, "heap"))
        generate_heap(&source, seed);
    else if (starts_with(s->mode, "sync"))
        generate_sync(&source, seed);
    else if (starts_with(s->mode, "crowd"))
        generate_crowd(&source, seed);
    else if (starts_with(s->mode, "copies"))
        generate_copies(&source, seed);
    else if (starts_with(s->mode, "choices"))
        generate_choices(&source, seed);
    else if (!strcmp(s->mode, "counters"))
        generate_counters(&source, seed);
    else
        generate_threads(&source, seed);
    if (!text_write_file(&source, path))
        return OUT_BROKEN;
    static const char *const others[] = {"race", "deadlock", "locks"};
    enum property property = property_find("reach");
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(s->mode, others[i]))
            property = property_find(others[i]);
    struct frontend_options options = {.files = &path,
                                       .file_count = 1,
                                       .properties = property_only(property),
                                       .m32 = s->m32,
                                       .condvars_signalled = strstr(s->mode, "signalled") != NULL};
    struct arena words = ARENA_EMPTY;
    const char *error;
    struct program *p = frontend_load(&options, exprs_new(), &error, &words);
    if (!p) {
        printf("  does not load: %s\n", error);
        return OUT_BROKEN;
    }
    return compare(s, p);
}

static enum outcome guarded(const struct setting *s, uint64_t seed, const char *path)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm((unsigned)(s->seconds * 20 * PATIENCE) + 60);
        enum outcome o = one(s, seed, path);
        fflush(stdout);
        _exit((int)o);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) < OUTCOMES)
        return (enum outcome)WEXITSTATUS(status);
    printf("  died: %s %d\n", WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return OUT_BROKEN;
}

static void usage(void)
{
    fprintf(stderr, "usage: fuzz [--mode MODE] [--from SEED] [--count N] [--seconds S] [--instances N]\n"
                    "            [--engine NAME]... [--variants yes] [--proofs yes] [--machine 32] [--keep DIR] [--floor PERCENT] "
                    "[--checks N]\n"
                    "            [--proves NAME=PERCENT]... [--refutes NAME=PERCENT]... [--settles NAME=PERCENT]... [--hold N]\n");
    exit(64);
}

/* Zeroes that all the processes that handle a program see. */
static void *shared(size_t bytes) { return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); }

static void print_counts(const struct proof_counts *c)
{
    printf("proofs: %llu hold, %llu fail, %llu undecided, %llu missing; of mutants %llu rejected, %llu hold, %llu undecided\n",
           (unsigned long long)c->hold, (unsigned long long)c->fail, (unsigned long long)c->undecided,
           (unsigned long long)c->missing, (unsigned long long)c->mutants_rejected, (unsigned long long)c->mutants_good,
           (unsigned long long)c->mutants_undecided);
}

static enum tally_kind floor_kind(const char *option)
{
    static const char *const options[TALLY_KINDS] = {"--proves", "--refutes", "--settles"};
    unsigned kind = 0;
    while (kind < TALLY_KINDS && strcmp(option, options[kind]) != 0)
        kind++;
    return (enum tally_kind)kind;
}

static struct setting read_settings(int argc, char **argv)
{
    struct setting s = {.mode = "threads", .from = 1, .count = 100, .seconds = 5, .instances = 2, .tally = shared(sizeof *s.tally)};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            usage();
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--mode"))
            s.mode = value;
        else if (!strcmp(argv[i], "--from"))
            s.from = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--count"))
            s.count = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--instances"))
            s.instances = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--floor"))
            s.floor = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--checks"))
            s.checks = strtoull(value, NULL, 10);
        else if (!strcmp(argv[i], "--hold"))
            s.hold = strtoull(value, NULL, 10);
        else if (floor_kind(argv[i]) < TALLY_KINDS) {
            if (!tally_floor(s.tally, value, floor_kind(argv[i])))
                usage();
        } else if (!strcmp(argv[i], "--seconds"))
            s.seconds = strtod(value, NULL);
        else if (!strcmp(argv[i], "--engine"))
            vector_push(&s.engines, value);
        else if (!strcmp(argv[i], "--variants"))
            s.variants = !strcmp(value, "yes");
        else if (!strcmp(argv[i], "--proofs") && !strcmp(value, "yes"))
            s.proofs = shared(sizeof *s.proofs);
        else if (!strcmp(argv[i], "--machine"))
            s.m32 = !strcmp(value, "32");
        else if (!strcmp(argv[i], "--keep"))
            s.keep = value;
        else
            usage();
    }
    return s;
}

static void tell_bad(const struct setting *s, uint64_t seed, enum outcome o, const char *path)
{
    printf("%s, seed %llu: %s\n", s->mode, (unsigned long long)seed, o == OUT_BAD ? "WRONG" : "BROKEN");
    char command[512];
    snprintf(command, sizeof command, "cp %s %s/%s-%llu.c", path, s->keep ? s->keep : "", s->mode, (unsigned long long)seed);
    if (s->keep && system(command) != 0)
        fprintf(stderr, "fuzz: cannot keep the program\n");
}

/* The last words, and whether all is well. */
static bool summary(const struct setting *s, const uint64_t outcomes[OUTCOMES])
{
    uint64_t failed = outcomes[OUT_BAD] + outcomes[OUT_BROKEN], all = outcomes[OUT_AGREE] + outcomes[OUT_UNDECIDED];
    bool enough = outcomes[OUT_AGREE] * 100 >= all * s->floor;
    if (s->proofs)
        print_counts(s->proofs);
    bool found = tally_enough(s->tally), asked = s->tally->checks >= s->checks, hold = !s->proofs || s->proofs->hold >= s->hold;
    printf("%llu checks%s\n", (unsigned long long)s->tally->checks, asked ? "" : ": too few");
    if (!hold)
        printf("too few proofs hold: %llu should\n", (unsigned long long)s->hold);
    if (!enough)
        printf("too few programs are decided: at least %llu %% should be\n", (unsigned long long)s->floor);
    printf("%llu passed, %llu failed, %llu skipped\n", (unsigned long long)outcomes[OUT_AGREE], (unsigned long long)failed,
           (unsigned long long)outcomes[OUT_UNDECIDED]);
    return !failed && enough && asked && found && hold;
}

int main(int argc, char **argv)
{
    struct setting s = read_settings(argc, argv);
    log_set_level(LOG_QUIET);
    char path[] = "/tmp/heddle-fuzz-XXXXXX.c";
    close(mkstemps(path, 2));
    uint64_t outcomes[OUTCOMES] = {0};
    interrupt_install(); /* whoever stops a long run wants to know how far it came */
    for (uint64_t seed = s.from; seed < s.from + s.count && !interrupted(); seed++) {
        enum outcome o = guarded(&s, seed, path);
        if (interrupted())
            break;
        outcomes[o]++;
        if (o >= OUT_BAD)
            tell_bad(&s, seed, o, path);
    }
    unlink(path);
    return summary(&s, outcomes) ? 0 : 1;
}
