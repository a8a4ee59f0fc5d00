#include "cli/verify_joint.h"

#include "base/log.h"
#include "portfolio/executions.h"

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

/* Those with a check that is not proved. */
static property_set failing(const struct report *r)
{
    property_set s = 0;
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer != REPORT_PROVED)
            s |= property_only((enum property)c->check->property);
    return s;
}

/* A proof of any check covers what is not modelled. Whether what is not covered can be reached was asked only if all are proved. */
static property_set proved_by(const struct joint *j)
{
    const struct report *r = &j->report;
    property_set all = j->pipeline.properties, others = failing(r);
    if (r->answer == REPORT_PROVED)
        return all;
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_in(others, (enum property)p) && !property_rows[p].ends_program)
            return 0;
    bool known = report_count(r, REPORT_PROVED) && !j->pipeline.original->uncovered.size;
    return r->answer == REPORT_VIOLATED && known ? all & ~others : 0;
}

bool joint_run(struct joint *j, const struct options *o, property_set properties, const struct budget *budget,
               struct compiled *compiled)
{
    const char *error;
    double start = clock_wall();
    *j = (struct joint){.options = *o, .words = ARENA_EMPTY}; /* shares the vectors */
    j->options.property = names_of(properties, &j->words);
    if (!pipeline_load_compiled(&j->pipeline, &j->options, compiled, budget, &error)) {
        if (j->pipeline.stopped || interrupted())
            return true;
        log_error("%s", error);
        return false;
    }
    if (!has_weak_executions(&j->pipeline)) {
        pipeline_passes(&j->pipeline);
        pipeline_decide(&j->pipeline, budget, &j->report);
        if (!j->report.internal_error)
            j->proved = proved_by(j);
    }
    j->report.seconds = clock_wall() - start;
    return true;
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
    vector_each(const struct report_check *, c, &j->report.checks)
        if (c->check->property == property)
            vector_push(&part->checks, *c);
    vector_each(const char **, note, &j->report.notes)
        vector_push(&part->notes, *note);
    pipeline_note_none(part);
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
    pipeline_free(&j->pipeline);
    arena_release(&j->words);
}
