#include "engines/shell.h"

#include "base/log.h"
#include "execute/hunt.h"
#include "program/machine.h"

struct shell shell_new(const struct task *task, struct verdict *verdict) { return (struct shell){task, task->program, verdict}; }

/* --- what is asked --- */

bool shell_asked(const struct shell *s, uint32_t check)
{
    assert(check < s->program->checks.size);
    return check_is_asked(&s->program->checks.data[check]);
}

static bool is(const struct shell *s, uint32_t check, enum answer answer)
{
    return shell_asked(s, check) && s->verdict->results.data[check].answer == answer;
}

bool shell_open(const struct shell *s, uint32_t check) { return is(s, check, ANSWER_OPEN); }
bool shell_proved(const struct shell *s, uint32_t check) { return is(s, check, ANSWER_PROVED); }

uint32_t shell_count(const struct shell *s, enum answer answer)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < s->program->checks.size; c++)
        n += is(s, c, answer);
    return n;
}

uint32_t shell_count_open(const struct shell *s) { return shell_count(s, ANSWER_OPEN); }

/* --- answers --- */

static void violated(struct shell *s, struct trace *t)
{
    struct check_result *r = &s->verdict->results.data[t->check];
    r->answer = ANSWER_VIOLATED;
    r->trace = t;
    verdict_publish(s->task, s->verdict);
}

bool shell_try(struct shell *s, struct trace *t, const char **why)
{
    assert(t->check < s->program->checks.size);
    const char *unwanted;
    bool good = trace_replays(s->program, t, why ? why : &unwanted, &s->verdict->arena);
    if (good)
        violated(s, t);
    else
        trace_free(t);
    return good;
}

bool shell_claim(struct shell *s, struct trace *t)
{
    uint32_t check = t->check;
    const char *why = NULL;
    if (shell_try(s, t, &why))
        return true;
    bool unclear = !check_tries_all(s->program, &s->program->checks.data[check]);
    if (!unclear)
        log_error("internal error: a schedule was found that the interpreter refuses: %s", why);
    s->verdict->results.data[check].reason =
        unclear ? BECAUSE(RACE_UNCONFIRMED) : reason_new(&s->verdict->arena, REASON_SCHEDULE_REFUSED, why, 0);
    return false;
}

void shell_prove(struct shell *s, uint32_t check)
{
    assert(check < s->verdict->results.size);
    if (shell_open(s, check))
        s->verdict->results.data[check].answer = ANSWER_PROVED;
}

void shell_give_proof(struct shell *s, struct proof *proof, const struct reason *no_proof)
{
    assert(!proof || proof_valid(proof, &(const char *){NULL}));
    struct verdict *v = s->verdict;
    if (v->proof != proof)
        proof_free(v->proof);
    v->proof = proof;
    v->no_proof = proof ? NULL : no_proof ? no_proof : v->no_proof;
}

/* --- reasons --- */

void shell_because(struct shell *s, const struct reason *why) { s->verdict->reason = reason_join(&s->verdict->arena, why, NULL); }

void shell_also(struct shell *s, const struct reason *why)
{
    s->verdict->reason = reason_join(&s->verdict->arena, s->verdict->reason, why);
}

const struct reason *shell_unsupported(struct shell *s, const char *what, struct position at)
{
    bool undefined = what && starts_with(what, UNDEFINED_REASON);
    return reason_at(&s->verdict->arena, undefined ? REASON_UNDEFINED : REASON_UNSUPPORTED,
                     what ? what : "something that is not modelled", at.file, at.line);
}

/* --- real runs --- */

bool shell_hunt_for(struct shell *s, uint32_t check, const struct guide *guide, uint64_t effort)
{
    assert(check < s->program->checks.size);
    struct guide nowhere;
    if (!guide)
        guide_init(&nowhere, s->program);
    struct trace *t = hunt_trace_to(s->program, check, guide ? guide : &nowhere, &s->task->budget, effort);
    if (!guide)
        guide_free(&nowhere);
    if (t)
        violated(s, t); /* it has been executed */
    return t != NULL;
}

void shell_hunt(struct shell *s, const struct guide *guide, uint64_t effort)
{
    uint64_t end = effort_so_far() + effort;
    for (uint32_t c = 0; c < s->program->checks.size && effort_so_far() < end; c++)
        if (shell_open(s, c))
            shell_hunt_for(s, c, guide, end - effort_so_far());
}
