#include "base/statistics.h"

#include <stddef.h>

enum kind { KIND_COUNTER, KIND_MAXIMUM, KIND_TIMER };

struct row {
    enum kind kind;
    size_t offset;
    const char *name, *unit;
};

static const struct row rows[] = {
#define COUNTER(field, name, unit, meaning) {KIND_COUNTER, offsetof(struct statistics, field), name, unit},
#define MAXIMUM(field, name, unit, meaning) {KIND_MAXIMUM, offsetof(struct statistics, field), name, unit},
#define TIMER(field, name, meaning) {KIND_TIMER, offsetof(struct statistics, field), name, "s"},
#include "tables/statistics.def"
#undef COUNTER
#undef MAXIMUM
#undef TIMER
};
enum { ROWS = sizeof rows / sizeof *rows };

static void *at(struct statistics *s, const struct row *r) { return (char *)s + r->offset; }
static const void *const_at(const struct statistics *s, const struct row *r) { return (const char *)s + r->offset; }

static double value(const struct statistics *s, const struct row *r)
{
    const void *p = const_at(s, r);
    return r->kind == KIND_TIMER ? *(const double *)p : (double)*(const uint64_t *)p;
}

void statistics_add(struct statistics *to, const struct statistics *from)
{
    for (const struct row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == KIND_TIMER) {
            *(double *)at(to, r) += *(const double *)const_at(from, r);
            continue;
        }
        uint64_t *sum = at(to, r), more = *(const uint64_t *)const_at(from, r);
        if (r->kind == KIND_COUNTER)
            *sum += more;
        else if (more > *sum)
            *sum = more;
    }
}

void statistics_print(struct text *out, const struct statistics *s)
{
    for (const struct row *r = rows; r < rows + ROWS; r++) {
        double v = value(s, r);
        if (v == 0)
            continue;
        if (r->kind == KIND_TIMER)
            text_printf(out, "%s: %.3f s\n", r->name, v);
        else
            text_printf(out, "%s: %.0f%s%s\n", r->name, v, *r->unit ? " " : "", r->unit);
    }
}

void statistics_visit(const struct statistics *s, void (*visit)(void *, const char *, double), void *context)
{
    for (const struct row *r = rows; r < rows + ROWS; r++)
        if (value(s, r) != 0)
            visit(context, r->name, value(s, r));
}
