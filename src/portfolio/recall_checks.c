#include "portfolio/recall_checks.h"

#include "base/cache.h"
#include "base/effort.h"
#include "base/log.h"
#include "passes/passes.h"
#include "program/digest.h"

/* Making the programs takes time, which programs of many checks may not be worth. */
static const char *name_of(struct recalled_checks *r, struct contest *c, uint32_t check, double deadline)
{
    char *name = r->names[check];
    if (*name || clock_wall() > deadline)
        return *name ? name : NULL;
    struct text t = {0};
    struct program *alone = pipeline_alone(c->pipeline, check);
    pass_unnoticed(alone);
    text_printf(&t, "heddle check\n%s\n", r->question);
    program_digest_of_check(&t, alone, check);
    sha256_hex(text_string(&t), t.size, name);
    program_free(alone);
    text_free(&t);
    return name;
}

/* What is kept: the evidence (a digit), the engine, and why it is no proof that was checked, with lines' ends between. */
static bool take(struct contest *c, uint32_t check, const struct text *kept)
{
    struct arena *words = &c->pipeline->words;
    const char *s = text_string(kept), *end = strchr(s, '\n'), *last = end ? strchr(end + 1, '\n') : NULL;
    if (!last || *s < '0' + REPORT_BY_ARGUMENT || *s > '0' + REPORT_EXHAUSTIVELY)
        return false;
    const char *engine = arena_strndup(words, end + 1, (size_t)(last - end) - 1);
    take_recalled(c, check, engine, (enum report_evidence)(*s - '0'), arena_strndup(words, last + 1, strlen(last + 1)));
    return true;
}

void recall_checks_take(struct recalled_checks *r, struct contest *c, const char *folder, const char *question)
{
    double deadline = clock_wall() + CLOCK_RECALL_CHECKS;
    uint32_t n = c->report->checks.size;
    *r = (struct recalled_checks){.folder = folder, .question = question, .names = mem_alloc_array(n + 1, sizeof *r->names)};
    for (uint32_t i = 0; i < n; i++) {
        struct text kept = {0};
        const char *name = contest_open(c, i) ? name_of(r, c, i, deadline) : NULL;
        if (name && cache_find(folder, arena_printf(&c->pipeline->words, "%s" CACHE_OF_CHECKS, name), &kept))
            r->count += take(c, i, &kept);
        text_free(&kept);
    }
    if (r->count)
        log_info("%u of %u checks were proved before, where all that matters for them was the same", r->count, n);
}

/* Whether it was proved of a program in which no other check can fail: where one does, a run ends, and nothing is said of runs that go on there. */
static bool holds_alone(const struct contest *c, uint32_t check)
{
    const struct report *r = c->report;
    const struct version *v = c->proved_on[check];
    bool holds = v && r->checks.data[check].answer == REPORT_PROVED;
    for (uint32_t i = 0; holds && i < r->checks.size; i++)
        holds = (v->left_out && v->left_out[i]) || r->checks.data[i].answer == REPORT_PROVED;
    return holds;
}

void recall_checks_keep(struct recalled_checks *r, struct contest *c)
{
    double deadline = clock_wall() + CLOCK_RECALL_CHECKS;
    for (uint32_t i = 0; r->folder && i < c->report->checks.size; i++) {
        const struct report_check *k = &c->report->checks.data[i];
        const char *name = holds_alone(c, i) ? name_of(r, c, i, deadline) : NULL;
        struct text kept = {0};
        if (!name)
            continue;
        text_printf(&kept, "%c\n%s\n%s", '0' + (char)k->evidence, k->engine, k->because ? k->because : "");
        cache_keep(r->folder, arena_printf(&c->pipeline->words, "%s" CACHE_OF_CHECKS, name), &kept,
                   c->pipeline->options->cache_size << 20);
        text_free(&kept);
    }
}

void recall_checks_free(struct recalled_checks *r) { mem_free(r->names); }
