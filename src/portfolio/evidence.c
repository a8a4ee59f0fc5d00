#include "portfolio/evidence.h"

#include "base/effort.h"
#include "base/memory.h"
#include "report/proof_json.h"

struct evidence *evidence_new(struct pipeline *l, const char *engine, const struct version *v, struct proof *proof,
                              const bool *proves)
{
    assert(proof && proof->program == v->program);
    struct evidence *e = NEW(struct evidence);
    uint32_t checks = v->program->checks.size;
    *e = (struct evidence){.engine = engine, .version = v, .proof = proof};
    e->proves = NEW_ARRAY(bool, checks + 1);
    memcpy(e->proves, proves, checks * sizeof *proves);
    vector_push(&l->evidence, e);
    return e;
}

void evidence_free(struct evidence *e)
{
    proof_free(e->proof);
    proof_free(e->plain);
    mem_free(e->proves);
    process_free(&e->process);
    mem_free(e);
}

const struct proof *evidence_plain(struct evidence *e)
{
    if (!e->plain && e->proof->ghosts.size)
        e->plain = proof_without_ghosts(e->proof);
    return e->plain ? e->plain : e->proof;
}

/* --- checking --- */

struct result { /* what comes over the pipe, before the words */
    uint32_t answer;
    uint64_t obligations;
};

static void check_in_child(void *context, int fd)
{
    const struct evidence *e = context;
    struct arena words = ARENA_EMPTY;
    struct proof_check c = proof_check(e->proof, e->proves, &e->budget, &words);
    struct result r = {c.answer, c.obligations};
    write_all(fd, &r, sizeof r);
    if (c.why)
        write_all(fd, c.why, strlen(c.why));
}

void evidence_check(struct evidence *e, const struct budget *budget)
{
    assert(e->state == EVIDENCE_NEW);
    struct budget outer = *budget;
    e->budget = *budget;
    if (outer.deadline > 0)
        outer.deadline += CLOCK_CHECK_KILL;
    e->state = EVIDENCE_CHECKING;
    if (!process_fork(&e->process, check_in_child, e, &outer)) {
        e->state = EVIDENCE_UNCHECKED;
        e->why = "no process for the check";
    }
}

void evidence_finish(struct evidence *e, struct arena *words)
{
    assert(e->state == EVIDENCE_CHECKING);
    struct result r = {PROOF_UNDECIDED, 0};
    struct process *p = &e->process;
    e->why = NULL;
    e->seconds = p->seconds;
    if (p->end == PROCESS_EXITED && p->status == 0 && p->output.size >= sizeof r) {
        memcpy(&r, p->output.data, sizeof r);
        if (p->output.size > sizeof r)
            e->why = arena_strndup(words, p->output.data + sizeof r, p->output.size - sizeof r);
    } else {
        e->why = arena_printf(words, p->end == PROCESS_CRASHED ? "the check crashed: %s" : "%s", process_end_words(p));
    }
    e->crashed = p->end == PROCESS_CRASHED;
    e->obligations = r.obligations;
    e->state = r.answer == PROOF_HOLDS ? EVIDENCE_HOLDS : r.answer == PROOF_FAILS ? EVIDENCE_FAILS : EVIDENCE_UNCHECKED;
}

/* --- the file --- */

void evidence_options(const struct options *o, string_vector *out, struct arena *words)
{
    struct options needed = *o;
    needed.timeout = 0;
    needed.memory = 0;
    needed.clang = NULL;
    options_forward(&needed, COMMAND_CHECK, out, words);
}

static void record(struct proof_file *to, const struct pipeline *from, enum proof_question question)
{
    vector_each(struct evidence *const *, e, &from->evidence)
        if ((*e)->state != EVIDENCE_FAILS)
            vector_push(&to->records, (struct proof_record){.engine = (*e)->engine,
                                                            .proof = (*e)->proof,
                                                            .proves = (*e)->proves,
                                                            .left_out = (*e)->version->left_out,
                                                            .check_count = (*e)->version->program->checks.size,
                                                            .question = question});
}

void evidence_record(struct pipeline *l, struct report *r)
{
    string_vector options = {0};
    record(&l->proof_file, l, PROOF_OF_CHECKS);
    if (l->uncovered)
        record(&l->proof_file, l->uncovered, PROOF_OF_UNCOVERED);
    if (l->races)
        record(&l->proof_file, l->races, PROOF_OF_RACES);
    evidence_options(l->options, &options, &l->words);
    vector_each(const char *const *, option, &options)
        vector_push(&l->proof_file.options, *option);
    vector_free(&options);
    r->proof_file = &l->proof_file;
}
