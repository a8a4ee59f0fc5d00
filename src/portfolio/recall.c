#include "portfolio/recall.h"

#include "base/cache.h"
#include "base/log.h"
#include "base/self.h"
#include "portfolio/transfer.h"
#include "program/digest.h"

#include <string.h>

/* A record: this, which checks were left out of the program that the engine saw (a byte each), what it said. */
struct record {
    char engine[32];
    char program[SHA256_HEX]; /* that it saw: versions are made anew, of another original */
    uint32_t checks;
    uint32_t checked; /* its proof was */
    uint64_t size;
};

static void hash_of(const struct program *p, char hex[SHA256_HEX])
{
    struct text t = {0};
    program_digest(&t, p);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

static const char *no_output(void *context, const char *path)
{
    (void)context, (void)path;
    return NULL;
}

/* What is asked, but for limits and outputs: an answer is one whatever time it took. What outputs want of engines is in needs. */
static void add_question(struct text *t, const struct contest *c, struct arena *words)
{
    struct options own = *c->pipeline->options; /* shares the vectors */
    string_vector all = {0};
    options_rename_outputs(&own, no_output, NULL);
    own.cache = own.news = NULL;
    own.timeout = 0;
    own.memory = own.engine_jobs = 0;
    own.attached = false;
    own.command = COMMAND_VERIFY;
    options_forward(&own, COMMAND_VERIFY, &all, words);
    vector_each(const char **, a, &all)
        text_printf(t, "%s\n", *a);
    vector_free(&all);
    text_printf(t, "fine %d needs %u\n", c->pipeline->is_fine, c->pipeline->needs);
}

void recall_begin(struct recall *r, struct contest *c)
{
    struct pipeline *l = c->pipeline;
    *r = (struct recall){0};
    const char *folder = c->remote ? "" : cache_folder(l->options, false, &l->words);
    struct text t = {0};
    char program[SHA256_HEX], key[SHA256_HEX];
    if (!*folder)
        return;
    if (add_build_id(&t)) {
        add_question(&t, c, &l->words);
        r->question = arena_strndup(&l->words, text_string(&t), t.size);
        hash_of(l->small, program);
        text_printf(&t, "heddle engines\n%s\n", program);
        sha256_hex(text_string(&t), t.size, key);
        r->name = arena_printf(&l->words, "%s" CACHE_OF_ENGINES, key);
        r->folder = folder;
    }
    text_free(&t);
}

static struct entrant *entrant_named(struct contest *c, const char *name)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!strcmp(c->entrants[i].engine->name, name) && c->entrants[i].parts == 1 && c->entrants[i].standing == WAITING)
            return &c->entrants[i];
    return NULL;
}

static void take_as_checked(struct contest *c, struct evidence *proof)
{
    if (proof->state != EVIDENCE_NEW)
        return;
    proof->state = EVIDENCE_HOLDS;
    take_evidence(c, proof);
}

static void take_record(struct contest *c, struct entrant *e, const struct record *head, const char *left_out, const char *said)
{
    struct verdict v = {0};
    struct statistics s = {0};
    char hex[SHA256_HEX];
    bool *decided = NEW_ARRAY(bool, head->checks + 1);
    for (uint32_t i = 0; i < head->checks; i++)
        decided[i] = left_out[i] != 0;
    const struct version *version = pipeline_version(c->pipeline, decided, 0);
    mem_free(decided);
    hash_of(version->program, hex);
    if (strcmp(hex, head->program))
        return;
    struct text copy = {0};
    text_append_bytes(&copy, said, head->size);
    e->version = version;
    if (verdict_read(&copy, version->program, &v, &s)) {
        log_info("engine %s has been asked the same before", e->engine->name);
        uint32_t before = c->pipeline->evidence.size;
        take_verdict(c, e, &v);
        if (head->checked && c->pipeline->evidence.size > before)
            take_as_checked(c, vector_last(&c->pipeline->evidence));
    }
    verdict_free(&v);
    text_free(&copy);
}

static void take_records(struct recall *r, struct contest *c)
{
    struct record head;
    const char *at = text_string(&r->records), *end = at + r->records.size;
    while ((size_t)(end - at) >= sizeof head) {
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        head.engine[sizeof head.engine - 1] = head.program[SHA256_HEX - 1] = 0;
        if (head.checks != c->report->checks.size || head.checks > (size_t)(end - at) ||
            head.size > (size_t)(end - at) - head.checks)
            return;
        struct entrant *e = entrant_named(c, head.engine);
        if (e)
            take_record(c, e, &head, at, at + head.checks);
        at += head.checks + head.size;
    }
}

/* Where proofs are shown, engines have to give some. */
static bool shows_proofs(const struct contest *c)
{
    return c->pipeline->needs & (REPORT_NEEDS_PROOF | REPORT_NEEDS_INVARIANTS) || c->pipeline->options->json;
}

void recall_take(struct recall *r, struct contest *c)
{
    if (!r->folder)
        return;
    if (cache_find(r->folder, r->name, &r->records))
        take_records(r, c);
    if (contest_any_undecided(c) && !shows_proofs(c))
        recall_checks_take(&r->checks, c, r->folder, r->question);
}

void recall_add(struct recall *r, const struct entrant *e, const struct text *bytes, const struct evidence *proof)
{
    if (!r->folder || e->parts > 1 || e->version->avoided)
        return;
    struct record head = {.checks = e->version->program->checks.size, .size = bytes->size};
    assert(strlen(e->engine->name) < sizeof head.engine);
    strcpy(head.engine, e->engine->name);
    hash_of(e->version->program, head.program);
    if (proof)
        vector_push(&r->proofs, (struct recalled_proof){r->records.size, proof});
    text_append_bytes(&r->records, (const char *)&head, sizeof head);
    for (uint32_t i = 0; i < head.checks; i++)
        text_append_bytes(&r->records, (char[]){e->version->left_out && e->version->left_out[i]}, 1);
    text_append_bytes(&r->records, bytes->data, bytes->size);
    r->added++;
}

void recall_end(struct recall *r, struct contest *c)
{
    vector_each(const struct recalled_proof *, p, &r->proofs) {
        struct record head;
        memcpy(&head, r->records.data + p->record, sizeof head);
        head.checked = p->evidence->state == EVIDENCE_HOLDS;
        memcpy(r->records.data + p->record, &head, sizeof head);
    }
    vector_free(&r->proofs);
    if (r->folder && r->added && !c->report->internal_error && !interrupted()) {
        cache_keep(r->folder, r->name, &r->records, c->pipeline->options->cache_size << 20);
        recall_checks_keep(&r->checks, c);
    }
    recall_checks_free(&r->checks);
    text_free(&r->records);
}
