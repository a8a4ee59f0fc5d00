/* Diagnostics in the manner of GCC and clang, which editors and people know how to read. */
#include "base/map.h"
#include "base/printable.h"
#include "program/print.h"
#include "report/columns.h"
#include "report/ending.h"
#include "report/execution.h"
#include "report/fold.h"
#include "report/place.h"
#include "report/reports.h"
#include "report/why.h"

/* A schedule longer than this is cut in the middle; --trace writes it in full. */
enum { SHOWN_FIRST = 40, SHOWN_LAST = 60, WIDEST_SOURCE = 60, LONGEST_SOURCE = 76, LISTED_CHECKS = 2 };

/* What is kept while a report is printed. */
struct printed {
    struct sources sources;
    struct intern headlines; /* a line of a check is said once */
};

static struct text effects_text(const struct schedule_line *line)
{
    struct text t = {0};
    vector_each(const struct effect *, e, &line->effects) {
        if (e != line->effects.data)
            text_append(&t, ", ");
        effect_print(&t, e);
    }
    return t;
}

static void pad(struct text *out, size_t from, size_t width)
{
    size_t written = out->size - from;
    for (; written < width; written++)
        text_char(out, ' ');
}

struct columns {
    size_t position, thread, source;
};

static void widen(size_t *width, size_t n, size_t most)
{
    if (n > *width)
        *width = n < most ? n : most;
}

static struct columns measure(const struct schedule *s, struct sources *sources, bool show_source)
{
    struct columns c = {0};
    vector_each(const struct schedule_line *, line, &s->lines) {
        struct text t = {0};
        print_position(&t, line->pos);
        widen(&c.position, t.size, 80);
        text_clear(&t);
        if (show_source && source_excerpt(sources, line->pos.file, line->pos.line, line->pos.column, LONGEST_SOURCE, &t))
            widen(&c.source, t.size, WIDEST_SOURCE);
        widen(&c.thread, strlen(line->thread), 30);
        text_free(&t);
    }
    return c;
}

/* file:line:column: note: thread | source line | what it does */
static void print_line(struct text *out, const struct schedule_line *line, const struct columns *c, struct sources *sources)
{
    size_t from = out->size;
    print_position(out, line->pos);
    text_append(out, ": note: ");
    pad(out, from, c->position + strlen(": note: "));
    from = out->size;
    text_append(out, line->thread);
    pad(out, from, c->thread);
    if (c->source) {
        text_append(out, " | ");
        from = out->size;
        source_excerpt(sources, line->pos.file, line->pos.line, line->pos.column, LONGEST_SOURCE, out);
        pad(out, from, c->source);
    }
    struct text effects = effects_text(line);
    text_printf(out, " | %s\n", text_string(&effects));
    text_free(&effects);
}

/* A check of the whole program (deadlock) that nobody has broken has no position: the first file is named. */
static void print_place(struct text *out, const struct report *r, const struct report_check *c)
{
    struct position pos = report_place(r, c);
    if (pos.file || !r->file_count)
        print_position(out, pos);
    else
        text_append_printable(out, r->files[0], strlen(r->files[0]), PRINTABLE_WORDS);
}

static void print_list(struct text *out, const struct report *r, const struct schedule *s, struct sources *sources)
{
    struct columns c = measure(s, sources, r->show_source);
    bool cut = s->lines.size > SHOWN_FIRST + SHOWN_LAST + 1;
    for (uint32_t i = 0; i < s->lines.size; i++) {
        if (cut && i == SHOWN_FIRST) {
            i = s->lines.size - SHOWN_LAST;
            uint32_t steps = s->lines.data[i].first_step - s->lines.data[SHOWN_FIRST].first_step;
            text_printf(out,
                        "heddle: note: %u lines of the schedule (%u steps) are left out here; --trace FILE writes all of them\n",
                        i - SHOWN_FIRST, steps);
        }
        print_line(out, &s->lines.data[i], &c, sources);
    }
}

static void print_schedule(struct text *out, const struct report *r, const struct report_check *c, const struct trace *t,
                           struct sources *sources)
{
    struct schedule s;
    struct text why = {0};
    schedule_make(&s, r->program, t, false, r->deadline);
    bool reasons = check_is_condition(c->check) && why_print(&why, &s);
    schedule_fold(&s);
    if (!r->columns || !columns_print(out, &s, sources, r->columns))
        print_list(out, r, &s, sources);
    if (s.missing)
        text_printf(out, "heddle: note: no time was left to show the last %u steps of the schedule\n", s.missing);
    if (reasons) {
        print_place(out, r, c);
        text_printf(out, ": note: %s\n", text_string(&why));
    }
    text_free(&why);
    schedule_free(&s);
}

/* Who is where when two accesses race or nobody can move. */
static void print_end(struct text *out, const struct report *r, const struct trace *t)
{
    struct arena words = ARENA_EMPTY;
    ending_vector endings = {0};
    endings_find(&endings, r->program, t, &words);
    vector_each(const struct ending *, e, &endings) {
        print_position(out, e->pos);
        text_printf(out, ": note: %s %s\n", e->thread, e->words);
    }
    vector_free(&endings);
    arena_release(&words);
}

/* Several pairs of accesses may be one mistake in the eyes of a user: the schedule is shown for the first of them. */
static bool is_repetition(const struct report *r, const struct report_check *c)
{
    for (const struct report_check *d = r->checks.data; d < c; d++)
        if (d->answer == REPORT_VIOLATED && d->check->pos.line == c->check->pos.line && !strcmp(d->check->text, c->check->text) &&
            d->check->pos.file && c->check->pos.file && !strcmp(d->check->pos.file, c->check->pos.file))
            return true;
    return false;
}

/* The line of a violated or open check, unless it was said before, word for word. */
static void print_headline(struct text *out, const struct report *r, const struct report_check *c, struct intern *said)
{
    struct text t = {0};
    bool is_new;
    print_place(&t, r, c);
    text_append(&t, c->answer == REPORT_VIOLATED ? ": error: " : ": warning: ");
    report_say(&t, c);
    print_other_place(&t, r, c->check);
    text_printf(&t, " [%s]", property_name(c->check->property));
    if (c->answer == REPORT_OPEN && c->reason) /* otherwise the verdict's reason is meant */
        text_printf(&t, ": %s", c->reason);
    intern_add(said, text_string(&t), t.size, &is_new);
    if (is_new)
        text_printf(out, "%s\n", text_string(&t));
    text_free(&t);
}

static void print_check(struct text *out, const struct report *r, const struct report_check *c, struct printed *printed)
{
    print_headline(out, r, c, &printed->headlines);
    if (c->answer != REPORT_VIOLATED || is_repetition(r, c))
        return;
    if (c->execution) {
        text_append(out, "an execution that the memory model allows:\n");
        execution_print(out, c->execution);
        return;
    }
    print_schedule(out, r, c, c->trace, &printed->sources);
    print_end(out, r, c->trace);
}

static void table_row(struct text *out, const struct report *r, const struct report_check *c, size_t widest)
{
    text_printf(out, "%-8s  ", report_answer_name(c->answer));
    size_t from = out->size;
    print_place(out, r, c);
    pad(out, from, widest);
    text_append(out, "  ");
    report_claim(out, c);
    if (c->answer != REPORT_PROVED)
        print_other_place(out, r, c->check);
    if (c->check->code < r->program->codes.size)
        text_printf(out, " in %s", r->program->codes.data[c->check->code].name);
    if (c->engine)
        text_printf(out, " (%s%s%s)", c->engine, c->answer == REPORT_PROVED ? ", " : "",
                    c->answer == REPORT_PROVED ? report_evidence_name(c->evidence) : "");
}

/* A row of the table: checks of which the same is said, and where the other accesses are of races that are excluded. */
struct row {
    unsigned times;
    struct position at;
    VECTOR(struct position) others; /* each line once */
};

static void note_other(struct row *row, const struct report *r, const struct report_check *c)
{
    struct position pos;
    if (c->answer != REPORT_PROVED || !report_other_place(r, c->check, &pos) || !pos.line)
        return;
    vector_each(const struct position *, p, &row->others)
        if (p->line == pos.line && !strcmp(p->file ? p->file : "", pos.file ? pos.file : ""))
            return;
    vector_push(&row->others, pos);
    for (struct position *p = &vector_last(&row->others); p > row->others.data && p[-1].line > p->line; p--) {
        struct position later = p[-1];
        p[-1] = *p;
        *p = later;
    }
}

/* ", with lines 4, 7 and other.c:9" */
static void print_others(struct text *out, const struct row *row)
{
    enum { MOST = 6 };
    uint32_t n = row->others.size, shown = n > MOST ? MOST - 1 : n;
    for (uint32_t i = 0; i < shown; i++) {
        struct position p = row->others.data[i];
        bool here = p.file && row->at.file && !strcmp(p.file, row->at.file);
        text_append(out, !i ? (here && n > 1 ? ", with lines " : here ? ", with line " : ", with ") : i + 1 == n ? " and " : ", ");
        p.column = 0;
        if (here)
            text_printf(out, "%u", p.line);
        else
            print_position(out, p);
    }
    if (n > shown)
        text_printf(out, " and %u more", n - shown);
}

/* Rows that say the same are one, where the first of them is, with their number. */
static void print_table(struct text *out, const struct report *r)
{
    size_t widest = 0;
    struct intern words = {0};
    VECTOR(struct row) rows = {0};
    vector_each(const struct report_check *, c, &r->checks) {
        struct text t = {0};
        print_position(&t, c->check->pos);
        widen(&widest, t.size, 60);
        text_free(&t);
    }
    vector_each(const struct report_check *, c, &r->checks) {
        struct text row = {0};
        bool is_new;
        if (c->answer == REPORT_OPEN)
            continue; /* there is a warning for each */
        table_row(&row, r, c, widest);
        uint32_t id = intern_add(&words, text_string(&row), row.size, &is_new);
        if (is_new)
            vector_push(&rows, (struct row){.at = c->check->pos});
        rows.data[id].times++;
        note_other(&rows.data[id], r, c);
        text_free(&row);
    }
    for (uint32_t id = 0; id < rows.size; id++) {
        size_t size;
        const char *row = intern_bytes(&words, id, &size);
        text_append_bytes(out, row, size);
        if (rows.data[id].times > 1)
            text_printf(out, ", %u times", rows.data[id].times);
        print_others(out, &rows.data[id]);
        text_char(out, '\n');
        vector_free(&rows.data[id].others);
    }
    vector_free(&rows);
    intern_free(&words);
}

/* What was proved of more than the program does: the user should know. */
static void print_approximations(struct text *out, const struct program *p)
{
    struct intern reasons = {0};
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations) {
            bool is_new = false;
            if (l->flags & LOC_APPROXIMATE && !(l->flags & LOC_UNSUPPORTED))
                intern_add(&reasons, l->reason, strlen(l->reason), &is_new);
            if (!is_new)
                continue;
            print_position(out, l->pos);
            text_printf(out, ": note: %s is taken as any value, here and elsewhere\n", l->reason);
        }
    intern_free(&reasons);
}

void report_schedule(struct text *out, const struct report *r, const struct report_check *c, const struct trace *t)
{
    assert(t->check < r->program->checks.size);
    struct sources sources = {.inputs = r->files, .input_count = r->file_count};
    print_schedule(out, r, c, t, &sources);
    print_end(out, r, t);
    sources_free(&sources);
}

void report_diagnostics(struct text *out, const struct report *r)
{
    struct printed printed = {.sources = {.inputs = r->files, .input_count = r->file_count}};
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED)
            print_check(out, r, c, &printed);
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_OPEN)
            print_check(out, r, c, &printed);
    if (r->answer == REPORT_PROVED)
        print_approximations(out, r->program);
    vector_each(const char *const *, n, &r->notes)
        text_printf(out, "heddle: note: %s\n", *n);
    if (r->checks.size >= LISTED_CHECKS)
        print_table(out, r);
    sources_free(&printed.sources);
    intern_free(&printed.headlines);
}

static void steps_of(struct text *out, const struct report *r, const struct report_check *c)
{
    struct schedule s;
    schedule_make(&s, r->program, c->trace, true, 0);
    print_position(out, c->check->pos);
    text_printf(out, ": %s [%s], %u steps\n", c->check->text, property_name(c->check->property), c->trace->steps.size);
    vector_each(const struct schedule_line *, line, &s.lines) {
        struct text effects = effects_text(line);
        text_printf(out, "%u-%u %s ", line->first_step, line->last_step, line->thread);
        print_position(out, line->pos);
        text_printf(out, "%s%s\n", effects.size ? ": " : "", text_string(&effects));
        text_free(&effects);
    }
    schedule_free(&s);
}

/* Every step of every trace with all that it reads and writes. */
bool report_steps(struct text *out, const struct report *r)
{
    struct text words = {0};
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED)
            steps_of(&words, r, c);
    bool any = words.size > 0;
    text_append_printable(out, text_string(&words), words.size, PRINTABLE_LINES);
    text_free(&words);
    return any;
}
