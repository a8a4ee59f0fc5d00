#include "report/reports.h"

#include <stddef.h>

enum {
    NOTHING = REPORT_NEEDS_NOTHING,
    PROOF = REPORT_NEEDS_PROOF,
    INVARIANTS = REPORT_NEEDS_INVARIANTS,
    MAIN = REPORT_NEEDS_MAIN,
    MOST_FORMATS = 4
};

static const struct report_row {
    const char *option;
    size_t offset; /* of the name of the file in struct options */
    struct {
        const char *ending;
        report_writer *write;
        unsigned needs;
    } formats[MOST_FORMATS]; /* up to the one with the ending "" */
} rows[] = {
#define REPORT(field, commands, help, formats) {#field, offsetof(struct options, field), {formats}},
#define FORMAT(ending, writer, needs) {ending, writer, needs},
#include "report/reports.def"
#undef REPORT
#undef FORMAT
};

#define each_row(r) for (const struct report_row *r = rows; r < rows + sizeof rows / sizeof *rows; r++)

static const char *path_of(const struct options *o, const struct report_row *r)
{
    return *(const char *const *)((const char *)o + r->offset);
}

void reports_asked(const struct options *o, report_formats *out)
{
    each_row(r) {
        const char *path = path_of(o, r);
        uint32_t i = 0;
        if (!path)
            continue;
        while (!ends_with(path, r->formats[i].ending))
            i++;
        vector_push(out, (struct report_format){r->option, path, r->formats[i].write, r->formats[i].needs});
    }
}

bool reports_any(const struct options *o)
{
    each_row(r)
        if (path_of(o, r))
            return true;
    return false;
}

unsigned reports_needs(const struct options *o)
{
    report_formats asked = {0};
    unsigned needs = 0;
    reports_asked(o, &asked);
    vector_each(const struct report_format *, f, &asked)
        needs |= f->needs;
    vector_free(&asked);
    return needs;
}

bool reports_has_ending(const char *option, const char *ending)
{
    each_row(r)
        for (uint32_t i = 0; i < MOST_FORMATS && !strcmp(r->option, option) && r->formats[i].ending; i++)
            if (!strcmp(r->formats[i].ending, ending))
                return true;
    return false;
}
