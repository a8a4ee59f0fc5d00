/* heddle cover: decides coverability in a .tts or .spec file. A thin layer over src/cover. */
#include "cover/cover.h"

#include "base/log.h"
#include "worker/commands.h"
#include "base/outputs.h"
#include "worker/supervise.h"
#include "cover/read.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct cover_options cover_options(const struct options *o, const struct budget *budget)
{
    struct cover_options c = COVER_DEFAULTS;
    c.algorithm = !strcmp(o->algorithm, "backward") ? COVER_BACKWARD : !strcmp(o->algorithm, "cat") ? COVER_CAT : COVER_CATOPT;
    c.oracle = o->oracle;
    c.pruning = o->pruning;
    c.reduction = o->reduction;
    c.candidate_threads = (uint32_t)o->candidate_threads;
    c.oldest_first = !strcmp(o->order, "oldest");
    c.budget = *budget;
    c.want_proof = o->proof || o->json;
    c.want_dot = o->dot;
    return c;
}

static int status_of(enum cover_verdict v)
{
    return v == COVER_UNCOVERABLE ? STATUS_TRUE : v == COVER_COVERABLE ? STATUS_FALSE : STATUS_UNKNOWN;
}

static void print_verdict(struct text *out, enum cover_verdict v, const char *reason)
{
    if (v == COVER_UNKNOWN)
        text_printf(out, "VERDICT: UNKNOWN (%s)\n", reason);
    else
        text_printf(out, "VERDICT: %s\n", v == COVER_UNCOVERABLE ? "TRUE" : "FALSE");
}

static bool write_proof(const struct options *o, const struct system *s, const struct cover_result *r, struct text *out)
{
    if (!o->proof || !r->proof)
        return true;
    struct text t = {0};
    cover_print_proof(s, r->proof, &t);
    bool ok = outputs_put(o->proof, &t, out);
    text_free(&t);
    return ok;
}

static bool write_json(const struct options *o, const struct system *s, const struct cover_result *r, struct text *out)
{
    if (!o->json)
        return true;
    struct text t = {0};
    cover_print_json(s, o->files.data[0], r, &t);
    bool ok = outputs_put(o->json, &t, out);
    text_free(&t);
    return ok;
}

static int decide(const struct options *o, const struct system *s, const struct budget *budget, struct text *out)
{
    struct cover_options c = cover_options(o, budget);
    if (s->inexact)
        log_warning("%s: %s; what is shown is still right, but more may stay UNKNOWN", o->files.data[0], s->inexact);
    struct cover_result r = cover_decide(s, &c);
    bool ok = write_proof(o, s, &r, out) && write_json(o, s, &r, out);
    if (r.run && !o->quiet)
        cover_print_run(s, r.run, out);
    if (r.proof && !o->quiet)
        text_printf(out, "proof: %llu minimal states with at most %llu threads, %llu linear invariants\n",
                    (unsigned long long)r.statistics.proof_states, (unsigned long long)r.statistics.proof_threads,
                    (unsigned long long)r.statistics.proof_weights);
    text_append(out, text_string(&r.dot));
    if (o->stats)
        cover_print_statistics(&r.statistics, out);
    print_verdict(out, r.verdict, r.reason);
    int status = ok ? status_of(r.verdict) : STATUS_INTERNAL;
    cover_result_free(&r);
    return status;
}

/* --check FILE: nothing is searched. A proof that does not hold says nothing about the system. */
static int check(const struct options *o, const struct system *s, struct text *out)
{
    struct text proof = {0}, why = {0};
    if (!text_read_file(&proof, o->check)) {
        log_error("%s: %s", o->check, strerror(errno));
        text_free(&proof);
        return STATUS_INPUT;
    }
    bool ok = cover_check(s, o->check, text_string(&proof), &why);
    print_verdict(out, ok ? COVER_UNCOVERABLE : COVER_UNKNOWN, text_string(&why));
    text_free(&proof);
    text_free(&why);
    return ok ? STATUS_TRUE : STATUS_UNKNOWN;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct system s;
    struct text error = {0};
    enum read_result read = read_system(&s, o->files.data[0], o->init, o->target, &error);
    int status = read == READ_USAGE ? STATUS_USAGE : STATUS_INPUT;
    if (read != READ_OK)
        log_error("%s", text_string(&error));
    else
        status = o->check ? check(o, &s, out) : decide(o, &s, budget, out);
    system_free(&s);
    text_free(&error);
    return status;
}

/* The target of a .tts may stand in a file of its own beside it, which is read too. */
static bool spares_target(const struct options *o)
{
    const char *path = o->files.data[0];
    struct text prop = {0};
    text_append_bytes(&prop, path, ends_with(path, ".tts") ? strlen(path) - 4 : strlen(path));
    text_append(&prop, ".prop");
    bool ok = outputs_spare(o, text_string(&prop));
    text_free(&prop);
    return ok;
}

int command_cover(const struct options *o)
{
    if (o->files.size != 1) {
        log_error("'cover' takes one file, not %u", o->files.size);
        return STATUS_USAGE;
    }
    if (!spares_target(o))
        return STATUS_USAGE;
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    printf("VERDICT: UNKNOWN (%s)\n", failure);
    return STATUS_UNKNOWN;
}
