/* cover_bench: runs `heddle cover` on every input of a folder with each algorithm, and another checker beside it.
 *
 *   cover_bench [--limit SECONDS] [--against COMMAND] [--only PART] [--configuration NAME] [--list] HEDDLE FOLDER
 *
 * The folder's expected.csv (id,file,init,target,verdict,...) names the inputs; a known verdict that is contradicted
 * is an error. COMMAND is run by sh, with $FILE, $INIT and $TARGET set; its answer is looked for in what it prints. */
#include "base/clock.h"
#include "base/process.h"
#include "base/text.h"
#include "base/vector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum answer { OPEN, SAFE, UNSAFE };

struct input {
    char *file, *path, *init, *target;
    enum answer expected;
};

struct outcome {
    enum answer answer;
    double seconds, cpu;
    size_t memory;
    bool broken;
};

struct configuration {
    const char *name;
    const char *arguments[4];
};

static const struct configuration configurations[] = {
    {"backward", {"--algorithm=backward", "--no-oracle", "--no-pruning", "--no-reduction"}},
    {"backward+oracle", {"--algorithm=backward", "--no-pruning", "--no-reduction"}},
    {"cat", {"--algorithm=cat", "--no-oracle", "--no-pruning", "--no-reduction"}},
    {"cat+oracle", {"--algorithm=cat", "--no-pruning", "--no-reduction"}},
    {"catopt", {"--algorithm=catopt", "--no-oracle", "--no-pruning", "--no-reduction"}},
    {"catopt+oracle", {"--algorithm=catopt", "--no-pruning", "--no-reduction"}},
    {"backward, all", {"--algorithm=backward"}},
    {"cat, all", {"--algorithm=cat"}},
    {"default", {"--algorithm=catopt"}},
};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

struct bench {
    const char *heddle, *folder, *against, *only, *configuration;
    double limit;
    bool list;
    VECTOR(struct input) inputs;
    unsigned wrong;
};

static char *join(const char *a, const char *b)
{
    struct text t = {0};
    text_printf(&t, "%s/%s", a, b);
    return t.data;
}

/* One field of a CSV line, quoted or not; *at moves behind its comma. */
static char *csv_field(const char **at)
{
    struct text t = {0};
    const char *p = *at;
    bool quoted = *p == '"';
    for (p += quoted; *p && *p != '\n' && (quoted || *p != ','); p++) {
        if (quoted && *p == '"') {
            if (p[1] != '"')
                break;
            p++;
        }
        if (*p != '\r')
            text_char(&t, *p);
    }
    p += quoted && *p == '"';
    *at = p + (*p == ',');
    text_char(&t, 0);
    return t.data;
}

static void read_inputs(struct bench *b)
{
    struct text t = {0};
    char *path = join(b->folder, "expected.csv");
    if (!text_read_file(&t, path)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(65);
    }
    const char *at = strchr(t.data, '\n');
    for (at = at ? at + 1 : ""; *at;) {
        mem_free(csv_field(&at));
        struct input in = {.file = csv_field(&at), .init = csv_field(&at), .target = csv_field(&at)};
        char *verdict = csv_field(&at);
        in.expected = !strcmp(verdict, "safe") ? SAFE : !strcmp(verdict, "unsafe") ? UNSAFE : OPEN;
        mem_free(verdict);
        in.path = join(b->folder, in.file);
        if (!b->only || strstr(in.file, b->only))
            vector_push(&b->inputs, in);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    mem_free(path);
    text_free(&t);
}

/* heddle's words, bfc's and mist's; the last one found counts. */
static enum answer answer_in(const char *output)
{
    static const struct {
        const char *words;
        enum answer answer;
    } patterns[] = {{"VERDICT: TRUE", SAFE},         {"VERDICT: FALSE", UNSAFE}, {"VERIFICATION SUCCESSFUL", SAFE},
                    {"VERIFICATION FAILED", UNSAFE}, {"lfp reached", OPEN},      {"concludes safe", SAFE},
                    {"concludes unsafe", UNSAFE},    {"is safe", SAFE},          {"is unsafe", UNSAFE}};
    const char *latest = NULL;
    enum answer a = OPEN;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (const char *p = output; (p = strstr(p, patterns[i].words)); p++)
            if (!latest || p > latest) {
                latest = p;
                a = patterns[i].answer;
            }
    return a;
}

static struct outcome run(const struct bench *b, const struct input *in, const char *const *argv)
{
    struct process p;
    struct budget limits = {.deadline = clock_wall() + b->limit + 1};
    setenv("FILE", in->path, 1);
    setenv("INIT", in->init, 1);
    setenv("TARGET", in->target, 1);
    process_run(&p, argv, &limits);
    struct outcome o = {answer_in(text_string(&p.output)), p.seconds, p.cpu, p.memory, false};
    if (p.end != PROCESS_EXITED)
        o.answer = OPEN;
    o.broken = p.end == PROCESS_EXITED && p.status > 2; /* no verdict at all: a crash, or options that it does not know */
    process_free(&p);
    return o;
}

static struct outcome run_heddle(const struct bench *b, const struct input *in, const struct configuration *c)
{
    const char *argv[16] = {b->heddle, "cover", in->path, "--quiet"};
    char timeout[32];
    int n = 4;
    snprintf(timeout, sizeof timeout, "--timeout=%.0f", ceil(b->limit));
    argv[n++] = timeout;
    for (int i = 0; i < 4 && c->arguments[i]; i++)
        argv[n++] = c->arguments[i];
    if (*in->init)
        argv[n++] = "--init", argv[n++] = in->init, argv[n++] = "--target", argv[n++] = in->target;
    return run(b, in, argv);
}

struct sum {
    unsigned solved, safe;
    double seconds, cpu, logs;
    size_t memory;
};

static void count(struct sum *s, const struct outcome *o)
{
    if (o->answer == OPEN)
        return;
    s->solved++;
    s->safe += o->answer == SAFE;
    s->seconds += o->seconds;
    s->cpu += o->cpu;
    s->logs += log(o->seconds > 1e-4 ? o->seconds : 1e-4);
    s->memory = o->memory > s->memory ? o->memory : s->memory;
}

static void print_sum(const char *name, const struct sum *s, uint32_t inputs)
{
    printf("%-18s %4u of %u (%u uncoverable)  %8.2f s  %8.2f s CPU  geometric mean %7.4f s  peak %6.1f MB\n", name, s->solved,
           inputs, s->safe, s->seconds, s->cpu, s->solved ? exp(s->logs / s->solved) : 0, (double)s->memory / 1048576);
    fflush(stdout);
}

static void note_wrong(struct bench *b, const struct input *in, const char *name, const struct outcome *o)
{
    if (o->answer != OPEN && in->expected != OPEN && o->answer != in->expected) {
        printf("WRONG: %s says %s on %s\n", name, o->answer == SAFE ? "safe" : "unsafe", in->file);
        b->wrong++;
    }
}

static void note_broken(struct bench *b, const struct input *in, const char *name, const struct outcome *o)
{
    if (o->broken) {
        printf("BROKEN: %s ends without a verdict on %s\n", name, in->file);
        b->wrong++;
    }
}

static void run_configuration(struct bench *b, const struct configuration *c, struct outcome *outcomes)
{
    struct sum all = {0};
    for (uint32_t i = 0; i < b->inputs.size; i++) {
        const struct input *in = &b->inputs.data[i];
        outcomes[i] = run_heddle(b, in, c);
        note_wrong(b, in, c->name, &outcomes[i]);
        note_broken(b, in, c->name, &outcomes[i]);
        count(&all, &outcomes[i]);
        if (b->list || (outcomes[i].answer == OPEN && in->expected != OPEN && c == &configurations[CONFIGURATIONS - 1]))
            printf("  %-70s %-8s %7.3f s %7.1f MB\n", in->file,
                   outcomes[i].answer == SAFE     ? "safe"
                   : outcomes[i].answer == UNSAFE ? "unsafe"
                                                  : "open",
                   outcomes[i].seconds, (double)outcomes[i].memory / 1048576);
    }
    print_sum(c->name, &all, b->inputs.size);
}

/* The other checker, right after heddle, and both on what both solve. */
static void run_against(struct bench *b, const struct outcome *ours)
{
    struct sum theirs = {0}, both_ours = {0}, both_theirs = {0};
    unsigned only_theirs = 0;
    const char *argv[] = {"sh", "-c", b->against, NULL};
    for (uint32_t i = 0; i < b->inputs.size; i++) {
        struct outcome o = run(b, &b->inputs.data[i], argv);
        note_wrong(b, &b->inputs.data[i], "the other checker", &o);
        count(&theirs, &o);
        if (o.answer != OPEN && ours[i].answer != OPEN) {
            count(&both_ours, &ours[i]);
            count(&both_theirs, &o);
        }
        only_theirs += o.answer != OPEN && ours[i].answer == OPEN;
    }
    print_sum("the other checker", &theirs, b->inputs.size);
    printf("solved by both: %u; only by the other: %u; heddle / other: %.3f of the seconds, %.3f of the CPU seconds, "
           "%.3f of the memory\n",
           both_ours.solved, only_theirs, both_ours.seconds / both_theirs.seconds, both_ours.cpu / both_theirs.cpu,
           (double)both_ours.memory / (double)both_theirs.memory);
}

int main(int argc, char **argv)
{
    struct bench b = {.limit = 20};
    const char *words[2] = {NULL, NULL};
    int n = 0;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--list"))
            b.list = true;
        else if (i + 1 < argc && !strcmp(argv[i], "--limit"))
            b.limit = atof(argv[++i]);
        else if (i + 1 < argc && !strcmp(argv[i], "--against"))
            b.against = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--only"))
            b.only = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--configuration"))
            b.configuration = argv[++i];
        else if (n < 2 && argv[i][0] != '-')
            words[n++] = argv[i];
        else
            n = 3;
    if (n != 2 || b.limit <= 0) {
        fprintf(stderr, "usage: cover_bench [--limit S] [--against COMMAND] [--only PART] [--configuration NAME] "
                        "[--list] HEDDLE FOLDER\n");
        return 64;
    }
    b.heddle = words[0];
    b.folder = words[1];
    read_inputs(&b);
    struct outcome *outcomes = NEW_ARRAY(struct outcome, b.inputs.size + 1);
    for (int c = 0; c < CONFIGURATIONS; c++)
        if (!b.configuration || !strcmp(b.configuration, configurations[c].name))
            run_configuration(&b, &configurations[c], outcomes);
    if (b.against)
        run_against(&b, outcomes);
    return b.wrong > 0;
}
