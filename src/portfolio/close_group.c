/* One group of pairs, on a program that is cut for them. In a process of its own: what does not come to its end leaves the others alone. */
#include "base/log.h"
#include "base/process.h"
#include "portfolio/close.h"
#include "portfolio/close_finding.h"
#include "portfolio/pipeline.h"

/* As it goes through the pipe, before the words. */
struct answer {
    uint32_t pair, length; /* index into the group's pairs; bytes of words */
    uint32_t answer;
};

/* fd -1: whoever is to know checks what was found instead. */
static void tell(int fd, uint32_t pair, enum close_answer answer, const char *words)
{
    if (fd < 0)
        return;
    struct answer a = {.pair = pair, .length = words ? (uint32_t)strlen(words) : 0, .answer = answer};
    write_all(fd, &a, sizeof a);
    write_all(fd, words ? words : "", a.length);
}

/* What is decided stays; what is open keeps the best that is known of it. */
static void take_answer(struct close_pair *to, enum close_answer answer, const char *words)
{
    bool decided = to->answer == CLOSE_PROVED || to->answer == CLOSE_VIOLATED,
         decides = answer == CLOSE_PROVED || answer == CLOSE_VIOLATED;
    if (decided && decides && to->answer != answer) {
        log_error("internal error: a pair of accesses is proved, and violated; this is a bug in heddle");
        *to = (struct close_pair){CLOSE_OPEN, "internal error: a pair of accesses is proved, and violated"};
    } else if (!decided && (answer != CLOSE_OPEN || !to->words)) {
        *to = (struct close_pair){(uint8_t)answer, words};
    }
}

bool close_take(struct close *c, const struct close_group *g, const struct text *bytes)
{
    struct answer a;
    size_t at = 0;
    while (bytes->size - at >= sizeof a) {
        memcpy(&a, bytes->data + at, sizeof a);
        at += sizeof a;
        if (a.pair >= g->pairs.size || a.length > bytes->size - at)
            return false;
        const char *words = a.length ? arena_strndup(&c->arena, bytes->data + at, a.length) : NULL;
        take_answer(&c->pairs[g->pairs.data[a.pair]], (enum close_answer)a.answer, words);
        at += a.length;
    }
    return at == bytes->size;
}

/* --- from checks to pairs of lines --- */

struct looker {
    const struct close_group *group;
    const struct finding *finding; /* of a node, which is to be checked; or NULL */
    struct bitset decided;         /* pairs of the group */
    struct bitset more;            /* procedures that are to be kept */
    bool refined;                  /* there are new ones among them */
    struct frontend_cut cut;
    struct pipeline pipeline;
    struct report report;
    u32_vector line_of;   /* access to line, or NONE */
    struct bitset writes; /* accesses */
    u32_vector alike;     /* check to a number: of the two lines, and who reads and who writes there */
};

static void find_lines(struct looker *k)
{
    vector_resize(&k->line_of, k->pipeline.original->access_count);
    vector_each(uint32_t *, line, &k->line_of)
        *line = NONE;
    vector_each(const struct code *, c, &k->pipeline.original->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                const struct access *a = &e->action.accesses[i];
                k->line_of.data[a->id] = cut_line(&k->cut, &a->pos);
                if (a->write)
                    bitset_add(&k->writes, a->id);
            }
}

static uint64_t key_of_check(const struct looker *k, const struct check *c)
{
    uint64_t a = k->line_of.data[c->access_a], b = k->line_of.data[c->access_b];
    return a < b ? a << 32 | b : b << 32 | a;
}

/* One pair of lines is many checks, where functions are inlined often. */
static void find_alike(struct looker *k)
{
    struct intern kinds = {0};
    vector_each(const struct check *, c, &k->pipeline.original->checks) {
        bool turned = k->line_of.data[c->access_a] > k->line_of.data[c->access_b];
        uint32_t a = turned ? c->access_b : c->access_a, b = turned ? c->access_a : c->access_b;
        uint32_t kind[] = {k->line_of.data[a], k->line_of.data[b], bitset_has(&k->writes, a), bitset_has(&k->writes, b), 0};
        kind[4] = kind[1] == NONE ? c->id + 1 : 0;
        vector_push(&k->alike, intern_add(&kinds, kind, sizeof kind, NULL));
    }
    intern_free(&kinds);
}

static bool is_side(const struct looker *k, uint32_t access, const struct outline_step *s)
{
    return k->line_of.data[access] == cut_line(&k->cut, &s->pos) &&
           bitset_has(&k->writes, access) == (s->kind != OUTLINE_ACCESS || s->write);
}

/* Not only the lines are those of the pair, but also who reads and who writes. */
static bool is_pair(const struct looker *k, const struct check *c, uint32_t pair)
{
    const struct survey *s = k->group->survey;
    const struct wide_pair *p = &s->wide->pairs.data[k->group->pairs.data[pair]];
    const struct outline_step *a = &s->outline->steps.data[p->a], *b = &s->outline->steps.data[p->b];
    return (is_side(k, c->access_a, a) && is_side(k, c->access_b, b)) || (is_side(k, c->access_a, b) && is_side(k, c->access_b, a));
}

/* Something of which not even the survey assumes that it does nothing else: functions that somebody calls back, memory that is used later. Functions that are not defined
 * have done here whatever they can reach. */
static const char *not_covered(const struct looker *k)
{
    vector_each(const struct uncovered *, u, &k->pipeline.original->uncovered)
        if (!ends_with(u->what, ", which is not defined"))
            return u->what;
    return NULL;
}

/* Both lines are there with all that they do: what holds for the checks holds for them. */
static bool is_whole(const struct looker *k, uint64_t key)
{
    uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
    const struct frontend_cut *cut = &k->cut;
    return !cut->unproved && !not_covered(k) && bitset_has(&cut->kept, a) && bitset_has(&cut->kept, b) &&
           !bitset_has(&cut->hidden, a) && !bitset_has(&cut->hidden, b);
}

static void keep_function(struct looker *k, const char *name)
{
    const struct outline *o = k->group->survey->outline;
    for (uint32_t p = 0; p < o->procedures.size; p++)
        if (!strcmp(o->procedures.data[p].name, name) && !bitset_has(&k->more, p)) {
            bitset_add(&k->more, p);
            k->refined = true;
        }
}

/* The candidate may come to nothing, or be a violation, if what it relies on is not cut. */
static void keep_what_it_relies_on(struct looker *k, const struct trace *candidate)
{
    const struct location *at = trace_approximate(k->pipeline.original, candidate);
    const char *name = at ? cut_function(&k->cut, at->reason) : NULL;
    if (name)
        keep_function(k, name);
}

/* The pairs that were asked are open. */
static void tell_open(const struct looker *k, int fd, const char *why)
{
    for (uint32_t i = 0; i < k->group->pairs.size; i++)
        if (!bitset_has(&k->decided, i))
            tell(fd, i, CLOSE_OPEN, why);
}

static void answer(struct looker *k, uint32_t pair, uint64_t key, int fd)
{
    const struct report_check *violated = NULL, *candidate = NULL, *open = NULL;
    vector_each(const struct report_check *, c, &k->report.checks) {
        if (key_of_check(k, c->check) != key)
            continue;
        if (c->answer == REPORT_VIOLATED && !violated && is_pair(k, c->check, pair))
            violated = c;
        if (c->answer == REPORT_OPEN && c->candidate && !candidate && is_pair(k, c->check, pair))
            candidate = c;
        if (c->answer != REPORT_PROVED)
            open = c;
    }
    struct text words = {0};
    const char *why = k->cut.unproved ? k->cut.unproved : not_covered(k);
    bool proved = !open && !violated && k->group->look == LOOK_CLOSELY && is_whole(k, key);
    if (violated || proved)
        bitset_add(&k->decided, pair);
    if (violated || candidate) {
        if (!violated)
            text_printf(&words, "heddle: note: %s\n",
                        candidate->reason ? candidate->reason : "the schedule relies on what is approximated");
        report_schedule(&words, &k->report, violated ? violated : candidate, violated ? violated->trace : candidate->candidate);
        tell(fd, pair,
             violated                          ? CLOSE_VIOLATED
             : k->group->look == LOOK_COARSELY ? CLOSE_POSSIBLE
                                               : CLOSE_CANDIDATE,
             text_string(&words));
        if (!violated)
            keep_what_it_relies_on(k, candidate->candidate);
    } else if (proved) {
        tell(fd, pair, CLOSE_PROVED, NULL);
    } else {
        tell(fd, pair, CLOSE_OPEN, open ? open->reason ? open->reason : k->report.reason : why);
    }
    text_free(&words);
}

/* What C leaves undefined is assumed not to happen, as the survey does. */
static struct options options_of(const struct options *given, enum close_look look)
{
    struct options o = *given;
    o.engine = look == LOOK_AT_WHOLE ? "random" : "auto";
    o.undefined = "assume";
    o.explain = o.check_proof = false;
    o.proof = o.invariant = o.json = o.sarif = o.html = o.witness = o.trace = NULL;
    return o;
}

/* Fills the report; false if what a node says does not count. */
static bool find(struct looker *k, const struct budget *limits, const char **why)
{
    const struct close_group *g = k->group;
    if (k->finding)
        return finding_check(k->finding, &k->pipeline, limits, &k->report, why);
    if (k->pipeline.original->checks.size && g->look != LOOK_CLOSELY)
        close_draw(&k->pipeline, g->look, k->alike.data, limits, &k->report);
    else if (k->pipeline.original->checks.size)
        pipeline_decide(&k->pipeline, limits, &k->report);
    else
        pipeline_begin_report(&k->pipeline, limits, &k->report);
    return true;
}

static void send_finding(const struct looker *k, int fd)
{
    struct text bytes = {0};
    finding_write(&bytes, &k->more, &k->decided, &k->pipeline, &k->report);
    write_all(fd, bytes.data, bytes.size);
    text_free(&bytes);
}

static void decide(struct looker *k, const struct budget *limits, int fd)
{
    const struct close_group *g = k->group;
    const char *why = NULL;
    if (g->look == LOOK_CLOSELY && (!k->finding || k->finding->proof_count))
        pipeline_passes(&k->pipeline);
    log_info("close: %s: %u checks, %llu locations, %.1f s%s%s", g->variable, k->pipeline.original->checks.size,
             (unsigned long long)k->pipeline.statistics.locations, clock_cpu(), k->cut.unproved ? "; proofs do not count: " : "",
             k->cut.unproved ? k->cut.unproved : "");
    find_lines(k);
    find_alike(k);
    if (!find(k, limits, &why)) {
        log_warning("an answer from another machine does not count: %s", why);
        tell_open(k, fd, why);
        return;
    }
    if (g->to_be_checked) {
        send_finding(k, fd);
        fd = -1;
    }
    for (uint32_t i = 0; i < g->pairs.size; i++) {
        uint64_t key;
        if (!bitset_has(&k->decided, i) && close_key(g->survey, g->pairs.data[i], &k->cut, &key))
            answer(k, i, key, fd);
    }
    vector_each(const uint32_t *, f, &k->cut.wanted)
        keep_function(k, intern_string(&k->cut.functions, *f));
}

/* Whether there is anything to do for another one. */
static bool look_once(struct looker *k, const struct options *o, const struct budget *limits, int fd)
{
    const struct close_group *g = k->group;
    const char *error = NULL;
    bool any = false;
    k->refined = false;
    k->cut.coarse = g->look == LOOK_COARSELY;
    k->cut.nothing = g->look == LOOK_AT_WHOLE;
    for (uint32_t i = 0; i < g->pairs.size; i++)
        if (!bitset_has(&k->decided, i))
            any |= close_ask(g->survey, g->pairs.data[i], &k->cut);
    if (!any)
        return false;
    if (g->look != LOOK_AT_WHOLE && !close_choose(g->survey, &k->more, &k->cut))
        error = "too much has to be kept";
    else if (pipeline_load_cut(&k->pipeline, o, g->compiled, &k->cut, limits, &error))
        decide(k, limits, fd);
    if (error)
        log_info("close: %s: %s", g->variable, error);
    if (error && k->finding)
        tell_open(k, fd, error);
    pipeline_free_report(&k->report);
    if (k->pipeline.exprs)
        pipeline_free(&k->pipeline);
    frontend_cut_free(&k->cut);
    vector_free(&k->line_of);
    vector_free(&k->alike);
    bitset_free(&k->writes);
    *k = (struct looker){.group = g, .finding = k->finding, .decided = k->decided, .more = k->more, .refined = k->refined};
    return k->refined;
}

/* What a node has found, round by round. */
static void review(const struct close_group *g, const struct options *o, int fd)
{
    struct looker k = {.group = g};
    struct finding f;
    bool broken = false;
    for (size_t at = 0; finding_next(g->sent, &at, &f, &broken);) {
        k.finding = &f;
        k.more = f.more;
        k.decided = f.decided;
        look_once(&k, o, &g->limits, fd);
        f.more = k.more; /* they may have grown */
        f.decided = k.decided;
        finding_free(&f);
    }
    k.decided = (struct bitset){0};
    if (broken)
        log_warning("an answer from another machine does not count: what it sent is broken");
    if (broken || !g->sent->size)
        tell_open(&k, fd, broken ? "what a node sent is broken" : "a node found nothing");
}

static void look_in_rounds(const struct close_group *g, const struct options *o, int fd)
{
    enum { ROUNDS = 5 };
    struct looker k = {.group = g};
    for (int round = 1; round <= ROUNDS; round++) {
        double left = budget_left(&g->limits); /* half of it, and all of it in the end */
        struct budget limits = {.deadline = clock_wall() + (round < ROUNDS && g->look == LOOK_CLOSELY ? left / 2 : left),
                                .memory = g->limits.memory};
        if (left <= 0 || !look_once(&k, o, &limits, fd) || g->look != LOOK_CLOSELY)
            break;
    }
    bitset_free(&k.decided);
    bitset_free(&k.more);
}

void close_group(void *context, int fd)
{
    const struct close_group *g = context;
    struct options o = options_of(g->options, g->look);
    if (g->sent)
        review(g, &o, fd);
    else
        look_in_rounds(g, &o, fd);
}
