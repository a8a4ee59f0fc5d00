#include "portfolio/close_finding.h"

#include "base/log.h"
#include "logic/check_proof.h"
#include "portfolio/close.h"
#include "portfolio/evidence.h"
#include "portfolio/remote.h"
#include "portfolio/transfer.h"
#include "program/machine.h"
#include "program/ordered.h"

#include <stdio.h>
#include <stdlib.h>

/* Layout: head, numbers of more and of decided, a claim for each check, a verdict on the program (a schedule where there is one, the reason where there is none), and for each
 * proof which checks are left out (a byte each) and a verdict that has it. A verdict comes after its size. Numbers as this machine has them. */
static const uint64_t MAGIC = UINT64_C(0x686564646c656764);

struct head {
    uint64_t magic, size; /* of all that follows */
    uint32_t more, decided, checks, proofs;
    char program[SHA256_HEX];
};

struct claim {
    uint32_t answer, evidence; /* enum report_answer, enum report_evidence */
    char engine[16];
};

/* --- on the node --- */

/* For tests of what happens when a node lies: HEDDLE_TAMPER=finding takes the last step off every schedule and the meaning off every proof, broken the last byte. */
static bool tampers(const char *how)
{
    const char *with = getenv("HEDDLE_TAMPER");
    return with && !strcmp(with, how);
}

static void put(struct text *out, const void *bytes, size_t size) { text_append_bytes(out, bytes, size); }

static uint32_t put_numbers(struct text *out, const struct bitset *s)
{
    uint32_t n = 0;
    bitset_each(i, s) {
        put(out, &i, sizeof i);
        n++;
    }
    return n;
}

static void put_verdict(struct text *out, const struct verdict *v)
{
    struct statistics none = {0};
    struct text bytes = {0};
    verdict_write(&bytes, v, &none);
    uint64_t size = bytes.size;
    put(out, &size, sizeof size);
    put(out, bytes.data, bytes.size);
    text_free(&bytes);
}

static void put_claims(struct text *out, const struct report *r)
{
    struct verdict v;
    verdict_init(&v, r->program);
    for (uint32_t i = 0; i < r->checks.size; i++) {
        const struct report_check *c = &r->checks.data[i];
        struct claim claim = {.answer = c->answer, .evidence = c->evidence};
        const char *reason = c->reason ? c->reason : r->reason;
        snprintf(claim.engine, sizeof claim.engine, "%s", c->engine ? c->engine : "");
        put(out, &claim, sizeof claim);
        struct trace *t = c->answer == REPORT_VIOLATED ? c->trace : c->candidate;
        if (t && t->steps.size && tampers("finding"))
            t->steps.size--;
        v.results.data[i] = (struct check_result){.answer = t ? ANSWER_VIOLATED : ANSWER_OPEN, .trace = t};
        if (!t && reason)
            v.results.data[i].reason = reason_new(&v.arena, REASON_PROCESS, reason, 0);
    }
    put_verdict(out, &v);
    vector_each(struct check_result *, x, &v.results)
        x->trace = NULL; /* the report's */
    verdict_free(&v);
}

static void put_proof(struct text *out, const struct evidence *e)
{
    struct verdict v;
    verdict_init(&v, e->version->program);
    for (uint32_t i = 0; i < v.results.size; i++) {
        bool left_out = e->version->left_out && e->version->left_out[i];
        put(out, &(uint8_t){left_out}, 1);
        v.results.data[i].answer = e->proves[i] ? ANSWER_PROVED : ANSWER_OPEN;
    }
    struct proof *nothing = tampers("finding") ? proof_new(e->version->program) : NULL;
    v.proof = nothing ? nothing : e->proof;
    put_verdict(out, &v);
    v.proof = nothing; /* the other is the evidence's */
    verdict_free(&v);
}

void finding_write(struct text *out, const struct bitset *more, const struct bitset *decided, const struct pipeline *l,
                   const struct report *r)
{
    struct head h = {.magic = MAGIC, .checks = r->checks.size};
    struct text all = {0};
    program_identity(l->original, h.program);
    h.more = put_numbers(&all, more);
    h.decided = put_numbers(&all, decided);
    put_claims(&all, r);
    vector_each(struct evidence *const *, e, &l->evidence)
        if ((*e)->state == EVIDENCE_HOLDS) {
            put_proof(&all, *e);
            h.proofs++;
        }
    h.size = all.size;
    put(out, &h, sizeof h);
    put(out, all.data, all.size - tampers("broken"));
    text_free(&all);
}

/* --- here --- */

static bool get(struct finding *f, void *to, size_t size)
{
    if ((size_t)(f->end - f->at) < size)
        return false;
    memcpy(to, f->at, size);
    f->at += size;
    return true;
}

static bool get_numbers(struct finding *f, struct bitset *s, uint32_t count)
{
    enum { MOST = 1 << 24 }; /* a number from outside does not decide how much memory is taken */
    for (uint32_t i = 0, x; i < count; i++) {
        if (!get(f, &x, sizeof x) || x >= MOST)
            return false;
        bitset_add(s, x);
    }
    return true;
}

bool finding_next(const struct text *bytes, size_t *at, struct finding *f, bool *broken)
{
    struct head h;
    *f = (struct finding){.at = bytes->data + *at, .end = bytes->data + bytes->size};
    if (*at == bytes->size)
        return *broken = false;
    *broken = true;
    if (!get(f, &h, sizeof h) || h.magic != MAGIC || h.size > (size_t)(f->end - f->at) || h.program[SHA256_HEX - 1])
        return false;
    f->end = f->at + h.size;
    *at = (size_t)(f->end - bytes->data);
    f->checks = h.checks;
    f->proof_count = h.proofs;
    memcpy(f->program, h.program, sizeof h.program);
    if (get_numbers(f, &f->more, h.more) && get_numbers(f, &f->decided, h.decided))
        return true;
    finding_free(f);
    return false;
}

void finding_free(struct finding *f)
{
    bitset_free(&f->more);
    bitset_free(&f->decided);
}

/* v is initialised if this is true, and to be freed. */
static bool get_verdict(struct finding *f, const struct program *p, struct verdict *v)
{
    uint64_t size;
    struct statistics none;
    if (!get(f, &size, sizeof size) || size > (size_t)(f->end - f->at))
        return false;
    struct text bytes = {0};
    text_append_bytes(&bytes, f->at, (size_t)size);
    f->at += size;
    bool ok = verdict_read(&bytes, p, v, &none);
    text_free(&bytes);
    if (!ok)
        verdict_free(v);
    return ok;
}

/* Takes the schedule. */
static struct report_check judge_schedule(struct pipeline *l, uint32_t check, struct trace *t)
{
    const struct check *about = &l->original->checks.data[check];
    const char *why = "it is about another check";
    bool good = t->check == check && trace_replays(l->original, t, &why, &l->words);
    if (good && check_is_watched(about) && !trace_finds_race(l->original, t, true, NULL)) {
        good = false;
        why = "the accesses are ordered";
    }
    if (good)
        return close_judge(l, check, t);
    trace_free(t);
    return (struct report_check){
        .check = about, .reason = arena_printf(&l->words, "the schedule that a node found cannot be executed here: %s", why)};
}

/* Nothing but the node's word says that it is proved: an engine that gives no proof, or whose proof could not be checked there. */
static bool is_argument(const struct claim *c)
{
    const struct engine *e = memchr(c->engine, 0, sizeof c->engine) ? engine_find(c->engine) : NULL;
    return c->answer == REPORT_PROVED && e &&
           (c->evidence == REPORT_EXHAUSTIVELY ? e->exhaustive : c->evidence == REPORT_BY_ARGUMENT);
}

static struct report_check judge(struct pipeline *l, uint32_t check, const struct claim *claim, struct check_result *r)
{
    if (r->trace) {
        struct trace *t = r->trace;
        r->trace = NULL;
        return judge_schedule(l, check, t);
    }
    struct report_check c = {.check = &l->original->checks.data[check]};
    if (is_argument(claim)) {
        c.answer = REPORT_PROVED;
        c.engine = engine_find(claim->engine)->name;
        c.evidence = (enum report_evidence)claim->evidence;
    } else {
        c.reason = claim->answer == REPORT_PROVED     ? "a node says that it is proved, but its proof does not show it"
                   : claim->answer == REPORT_VIOLATED ? "a node says that it is violated, but has no schedule"
                   : r->reason                        ? reason_words(r->reason, &l->words)
                                                      : NULL;
    }
    return c;
}

static bool check_proof_of_node(struct finding *f, struct pipeline *l, const struct budget *limits, struct report *r)
{
    uint32_t n = l->original->checks.size;
    bool *left_out = ARENA_ARRAY(&l->words, bool, n + 1), *proves = ARENA_ARRAY(&l->words, bool, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        uint8_t byte;
        if (!get(f, &byte, 1))
            return false;
        left_out[i] = byte != 0;
    }
    struct verdict v;
    if (!get_verdict(f, pipeline_version(l, left_out, 0)->program, &v))
        return false;
    for (uint32_t i = 0; i < n; i++)
        proves[i] = v.results.data[i].answer == ANSWER_PROVED && !left_out[i];
    struct proof_check found = {.answer = PROOF_UNDECIDED, .why = "there is none"};
    if (v.proof)
        found = proof_check(v.proof, proves, limits, &l->words);
    for (uint32_t i = 0; i < n; i++) {
        struct report_check *c = &r->checks.data[i];
        if (!proves[i] || c->answer != REPORT_OPEN)
            continue;
        if (found.answer == PROOF_HOLDS) {
            c->answer = REPORT_PROVED;
            c->evidence = REPORT_BY_PROOF;
        } else {
            c->reason = arena_printf(&l->words, "the proof that a node found %s here: %s",
                                     found.answer == PROOF_FAILS ? "does not hold" : "cannot be checked", found.why);
        }
    }
    verdict_free(&v);
    return true;
}

static struct claim claim_of(const char *claims, uint32_t check)
{
    struct claim c;
    memcpy(&c, claims + check * sizeof c, sizeof c);
    return c;
}

/* An honest node's answers hold here, too: everybody hears of one that is not. */
static void warn_of_lies(const char *claims, const struct report *r)
{
    for (uint32_t i = 0; i < r->checks.size; i++) {
        const struct report_check *c = &r->checks.data[i];
        if (claim_of(claims, i).answer != REPORT_OPEN && c->answer == REPORT_OPEN && !c->candidate) {
            log_warning("an answer from another machine does not count: %s", c->reason);
            return;
        }
    }
}

bool finding_check(const struct finding *given, struct pipeline *l, const struct budget *limits, struct report *r, const char **why)
{
    struct finding f = *given;
    char own[SHA256_HEX];
    struct verdict v;
    pipeline_begin_report(l, limits, r);
    program_identity(l->original, own);
    *why = "a node looked at another program than this machine would";
    if (strcmp(own, f.program) || f.checks != l->original->checks.size)
        return false;
    *why = "what a node sent is broken";
    const char *claims = f.at;
    if ((size_t)(f.end - f.at) / sizeof(struct claim) < f.checks)
        return false;
    f.at += f.checks * sizeof(struct claim);
    if (!get_verdict(&f, l->original, &v))
        return false;
    for (uint32_t i = 0; i < f.checks; i++) {
        struct claim claim = claim_of(claims, i);
        struct report_check c = judge(l, i, &claim, &v.results.data[i]);
        vector_push(&r->checks, c);
    }
    verdict_free(&v);
    bool whole = true;
    for (uint32_t i = 0; i < f.proof_count && whole; i++)
        whole = check_proof_of_node(&f, l, limits, r);
    warn_of_lies(claims, r);
    return whole && f.at == f.end;
}
