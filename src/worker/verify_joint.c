#include "worker/verify_joint.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/status.h"
#include "worker/verify_wide.h"
#include "base/outputs.h"
#include "worker/supervise.h"
#include "worker/wide_report.h"
#include "frontend/frontend.h"
#include "portfolio/executions.h"
#include "portfolio/news.h"

property_set joint_properties(const struct options *o, property_set asked)
{
    property_set s = 0;
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_in(asked, (enum property)p) && property_rows[p].kind == CHECK_ERROR)
            s |= property_only((enum property)p);
    bool shown = reports_needs(o) & (REPORT_NEEDS_PROOF | REPORT_NEEDS_INVARIANTS);
    return shown || __builtin_popcount(s) < 2 ? 0 : s;
}

static const char *names_of(property_set s, struct arena *words)
{
    const char *names = "";
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_in(s, (enum property)p))
            names = arena_printf(words, "%s%s%s", names, *names ? "," : "", property_name((enum property)p));
    return names;
}

/* --- what the survey settles --- */

/* What it leaves open, to who wants news: others are asked about it now. */
static void tell_open(const struct options *o, const struct wide_answers *a)
{
    struct wide_report r;
    wide_report_make(&r, o, a);
    r.report.reason = "by a look at the whole program; engines look closer now";
    uint32_t open = 0;
    vector_each(const struct report_check *, c, &r.report.checks)
        if (c->answer == REPORT_OPEN)
            r.report.checks.data[open++] = *c;
    news_write(o->news, &r.report, r.report.checks.data, open);
    r.report.checks.size = open;
    wide_report_free(&r);
}

void tell_survey(const struct options *o, const struct survey *s, const char *others)
{
    struct text out = {0};
    struct options brief = *o; /* shares the vectors */
    struct wide_answers a = {.outline = s->outline, .wide = s->wide, .others = others};
    brief.verbose = false;
    if (strcmp(o->property, "race")) { /* files are about all that is asked */
        brief.property = property_name(PROPERTY_RACE);
        brief.json = brief.sarif = brief.html = brief.trace = NULL;
    }
    if (o->news)
        tell_open(&brief, &a);
    if (!strcmp(o->property, brief.property) || !outputs_take_stdout(o)) { /* what is alone there is about all, too */
        int status = print_wide(&brief, &a, &out);
        supervise_so_far(status, &out);
    }
    text_free(&out);
}

static property_set surveyed_as(const struct options *o, const struct budget *budget, struct compiled *compiled, struct joint *j,
                                property_set wanted)
{
    struct options own = *o; /* shares the vectors */
    struct survey *s = &j->survey;
    const char *error;
    property_set settled = 0;
    bool races = property_in(wanted, PROPERTY_RACE);
    own.property = property_name(races ? PROPERTY_RACE : PROPERTY_DEADLOCK);
    if (!survey_run(s, &own, compiled, budget, &j->words, &error))
        return 0;
    if (races && s->open && !outputs_take_stdout(o)) /* so it is not TRUE, whatever the other properties are */
        tell_survey(o, s, "the other properties were not answered in time");
    if (races && survey_settles_all(s))
        settled |= property_only(PROPERTY_RACE);
    if (property_in(wanted, PROPERTY_DEADLOCK) && survey_excludes_deadlock(s))
        settled |= property_only(PROPERTY_DEADLOCK);
    j->certified = s->certified;
    return settled;
}

/* One look at the program in outline for both. */
static void look_at_outline(struct joint *j, const struct options *o, property_set asked, const struct budget *budget,
                            struct compiled *compiled)
{
    property_set wanted = asked & (property_only(PROPERTY_RACE) | property_only(PROPERTY_DEADLOCK));
    if (wanted && !strcmp(o->engine, "auto"))
        j->settled = surveyed_as(o, budget, compiled, j, wanted);
}

/* Engines are not asked about what is settled. The checks of races come last in the program, and that of deadlocks is none of it: the
 * rules for condition variables are others there. */
static void take_settled_checks(struct joint *j)
{
    struct program *p = j->pipeline.original;
    uint32_t own = 0;
    while (own < p->checks.size && p->checks.data[own].kind == CHECK_ERROR)
        own++;
    for (uint32_t i = own; i < p->checks.size; i++)
        vector_push(&j->settled_checks, p->checks.data[i]);
    p->checks.size = own;
    if (property_in(j->settled, PROPERTY_DEADLOCK))
        vector_push(&j->settled_checks, (struct check){.property = PROPERTY_DEADLOCK,
                                                       .kind = CHECK_STUCK,
                                                       .access_a = NONE,
                                                       .access_b = NONE,
                                                       .code_b = NONE,
                                                       .text = property_rows[PROPERTY_DEADLOCK].text});
}

/* --- what the run answers --- */

/* Those with a check that is not proved. */
static property_set failing(const struct report *r)
{
    property_set s = 0;
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer != REPORT_PROVED)
            s |= property_only((enum property)c->check->property);
    return s;
}

/* Those of the set behind whose violation a program goes on. */
static property_set going_on(property_set s)
{
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_rows[p].ends_program)
            s &= ~property_only((enum property)p);
    return s;
}

/* A proof of any check covers what is not modelled. Whether what is not covered can be reached was asked only if all are proved. */
static property_set proved_by(const struct joint *j, property_set all)
{
    const struct report *r = &j->report;
    if (r->answer == REPORT_PROVED)
        return all;
    return report_count(r, REPORT_PROVED) && !j->pipeline.original->uncovered.size ? all & ~failing(r) : 0;
}

/* Whether some thread has violated something else before: alone, it would have gone on. */
static bool is_behind_another(const struct program *p, const struct trace *t)
{
    vector_each(const struct trace_step *, s, &t->steps) {
        if (s->edge == NONE)
            continue;
        const struct code *c = &p->codes.data[s->in_code];
        const struct location *to = &c->locations.data[c->edges.data[s->edge].to];
        if (to->flags & LOC_ERROR && to->check != t->check)
            return true;
    }
    return false;
}

static property_set violated_by(const struct joint *j)
{
    property_set s = 0;
    vector_each(const struct report_check *, c, &j->report.checks)
        if (c->answer == REPORT_VIOLATED && !c->execution && !is_behind_another(j->pipeline.original, c->trace))
            s |= property_only((enum property)c->check->property);
    return s;
}

static void take_answers(struct joint *j, property_set all)
{
    j->answered = violated_by(j);
    j->proved = proved_by(j, all);
    j->open = going_on(failing(&j->report));
    if (!j->open)
        j->answered |= j->proved;
}

void joint_hear(struct joint *j, enum property property, bool holds)
{
    if (!property_in(j->open, property))
        return;
    j->open &= ~property_only(property);
    j->proved = holds ? j->proved : 0;
    if (!j->open)
        j->answered |= j->proved;
}

bool joint_run(struct joint *j, const struct options *o, property_set at_once, property_set asked, const struct budget *budget,
               struct compiled *compiled)
{
    const char *error;
    double start = clock_wall();
    *j = (struct joint){.options = *o, .words = ARENA_EMPTY}; /* shares the vectors */
    compiled->guarded = properties_need(asked) & NEEDS_ARITHMETIC;
    look_at_outline(j, o, asked, budget, compiled);
    j->options.property = names_of(at_once | (j->settled & property_only(PROPERTY_RACE)), &j->words);
    if (!pipeline_load_compiled(&j->pipeline, &j->options, compiled, budget, &error)) {
        if (j->pipeline.stopped || interrupted())
            return true;
        log_error("%s", error);
        return false;
    }
    j->pipeline.seconds = SECONDS_TOGETHER;
    j->in_turns = !has_weak_executions(&j->pipeline);
    if (j->in_turns) {
        take_settled_checks(j);
        pipeline_passes(&j->pipeline);
        pipeline_decide(&j->pipeline, budget, &j->report);
        if (!j->report.internal_error)
            take_answers(j, at_once | j->settled);
    }
    j->report.seconds = clock_wall() - start;
    return true;
}

/* --- parts of the report --- */

static void add_settled_checks(const struct joint *j, struct report *part)
{
    vector_each(const struct check *, c, &j->settled_checks)
        if (c->property == part->property) {
            struct report_check proved = {.check = c};
            survey_prove(&proved, j->certified && c->property == PROPERTY_RACE);
            vector_push(&part->checks, proved);
        }
}

/* What is proved together with others that are violated is proved only up to there. */
static void add_checks(const struct joint *j, struct report *part)
{
    bool whole = property_in(j->proved, part->property) || !(going_on(failing(&j->report)) & ~property_only(part->property));
    vector_each(const struct report_check *, c, &j->report.checks) {
        if (c->check->property != part->property)
            continue;
        struct report_check own = *c;
        if (own.answer == REPORT_PROVED && !whole) {
            own.answer = REPORT_OPEN;
            own.engine = NULL;
            own.reason = "it was asked together with other properties, and holds up to where they are violated";
        }
        if (own.answer == REPORT_VIOLATED)
            part->answer = REPORT_VIOLATED;
        vector_push(&part->checks, own);
    }
}

void joint_part(struct joint *j, enum property property, struct report *part)
{
    *part = (struct report){.program = j->report.program,
                            .property = property,
                            .files = j->report.files,
                            .file_count = j->report.file_count,
                            .flags = j->report.flags,
                            .machine = j->report.machine,
                            .answer = REPORT_PROVED,
                            .show_source = j->report.show_source,
                            .columns = j->report.columns,
                            .deadline = j->report.deadline};
    add_checks(j, part);
    add_settled_checks(j, part);
    vector_each(const char **, note, &j->report.notes)
        vector_push(&part->notes, *note);
    pipeline_note_none(&j->options, part);
    if (!j->told) {
        part->statistics = j->pipeline.statistics;
        part->seconds = j->report.seconds;
    }
    j->told |= property_only(property);
}

void joint_free_part(struct report *part)
{
    vector_free(&part->checks);
    vector_free(&part->notes);
}

void joint_free(struct joint *j)
{
    pipeline_free_report(&j->report);
    vector_free(&j->settled_checks);
    survey_free(&j->survey);
    pipeline_free(&j->pipeline);
    arena_release(&j->words);
}
