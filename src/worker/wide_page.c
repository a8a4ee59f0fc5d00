/* See wide_page.h. What is large is cut short, and says so: the page stays within a few hundred kB. */
#include "worker/wide_page.h"

#include "base/map.h"
#include "base/printable.h"
#include "portfolio/close.h"
#include "report/html.h"
#include "report/source.h"

#include <stdlib.h>

enum { VARIABLES_SHOWN = 400, PAIRS_SHOWN = 150, PAIRS_OF_VARIABLE = 12, REASONS_SHOWN = 3, OPENED = 3, NAMES_SHOWN = 40 };

struct page {
    const struct wide_answers *answers;
    const struct outline *outline;
    const struct wide *wide;
    struct text *out;
    struct sources sources;
    struct wide_counts *counts; /* by variable */
    u32_vector order;           /* of variables: what is worst first */
    uint32_t shown;             /* pairs */
};

static void say(struct page *p, const char *words) { text_append_markup(p->out, words, PRINTABLE_WORDS); }

const char *wide_page_number_of(const struct wide_kind *k)
{
    return k->unique ? "one thread" : k->alone ? "one at a time" : "any number";
}

/* --- variables --- */

static unsigned badness(const struct wide_counts *c) { return c->violated ? 3 : c->candidates ? 2 : c->open ? 1 : 0; }

/* What is most likely a race comes first, as among the pairs. */
static void sort_variables(struct page *p)
{
    struct bitset seen = {0};
    for (unsigned bad = 4; bad-- > 0;)
        vector_each(const struct wide_pair *, x, &p->answers->wide->pairs)
            if (badness(&p->counts[x->variable]) == bad && !bitset_has(&seen, x->variable)) {
                bitset_add(&seen, x->variable);
                vector_push(&p->order, x->variable);
            }
    bitset_free(&seen);
}

struct protection {
    const char *words;
    uint32_t count, variable;
};
typedef VECTOR(struct protection) protections;

static int by_count(const void *x, const void *y)
{
    const struct protection *a = x, *b = y;
    if (a->variable != b->variable)
        return a->variable < b->variable ? -1 : 1;
    return a->count != b->count ? (a->count > b->count ? -1 : 1) : strcmp(a->words, b->words);
}

/* By what the pairs of each variable are proved. */
static void find_protections(struct page *p, struct arena *words, protections *out)
{
    struct map known = {0};
    vector_each(const struct wide_pair *, x, &p->answers->wide->pairs) {
        uint64_t at;
        if (wide_answer_of(p->answers, x) != WIDE_ANSWER_PROVED)
            continue;
        const char *why = wide_pair_why(x, words);
        uint64_t key = hash_pair(x->variable, hash_bytes(why, strlen(why)));
        if (!map_get(&known, key, &at)) {
            at = out->size;
            map_put(&known, key, at);
            vector_push(out, (struct protection){why, 0, x->variable});
        }
        out->data[at].count++;
    }
    map_free(&known);
    if (out->size)
        qsort(out->data, out->size, sizeof *out->data, by_count);
}

static void protections_of(struct page *p, const protections *all, uint32_t variable)
{
    uint32_t shown = 0, more = 0;
    vector_each(const struct protection *, x, all) {
        if (x->variable != variable)
            continue;
        if (shown == REASONS_SHOWN) {
            more += x->count;
            continue;
        }
        text_append(p->out, shown++ ? "<br>" : "");
        say(p, x->words);
        text_printf(p->out, " <span class=\"soft\">&#xd7; %u</span>", x->count);
    }
    if (more)
        text_printf(p->out, "<br><span class=\"soft\">other reasons &#xd7; %u</span>", more);
}

static void number(struct page *p, uint32_t n, const char *class)
{
    text_printf(p->out, n ? "<td class=\"%s\">%u</td>" : "<td></td>", class, n);
}

static void variable_row(struct page *p, const protections *all, uint32_t v)
{
    const struct wide_counts *c = &p->counts[v];
    const struct wide_variable *variable = &p->answers->wide->variables.data[v];
    const struct position *at = &p->outline->objects.data[variable->object].pos;
    text_append(p->out, "<tr><td>");
    text_printf(p->out, badness(c) ? "<a href=\"#v%u\"><code>" : "<code>", v);
    say(p, variable->name);
    text_append(p->out, badness(c) ? "</code></a>" : "</code>");
    if (at->line)
        text_printf(p->out, " <span class=\"soft\">line %u</span>", at->line);
    text_append(p->out, "</td>");
    number(p, c->violated, "violated");
    number(p, c->candidates, "open");
    number(p, c->open, "open");
    number(p, c->proved, "proved");
    text_append(p->out, "<td>");
    protections_of(p, all, v);
    text_append(p->out, "</td></tr>\n");
}

static void variables(struct page *p)
{
    struct arena words = ARENA_EMPTY;
    protections all = {0};
    find_protections(p, &words, &all);
    text_append(
        p->out,
        "<section><h2>Shared variables and what protects them</h2>\n<div class=\"scroll\"><table class=\"variables\">"
        "<tr><th>Variable</th><th>Violated</th><th>Candidates</th><th>Open</th><th>Proved</th><th>Protected by</th></tr>\n");
    for (uint32_t k = 0; k < p->order.size && k < VARIABLES_SHOWN; k++)
        variable_row(p, &all, p->order.data[k]);
    text_append(p->out, "</table></div>\n");
    if (p->order.size > VARIABLES_SHOWN)
        text_printf(p->out, "<p class=\"soft\">and %u more</p>\n", p->order.size - VARIABLES_SHOWN);
    text_append(p->out, "</section>\n");
    vector_free(&all);
    arena_release(&words);
}

/* --- pairs --- */

static const char *name_of(const struct page *p, uint32_t step)
{
    const struct position *at = &p->outline->steps.data[step].pos;
    return at->function ? at->function : p->outline->procedures.data[p->wide->procedure_of.data[step]].name;
}

static void calls(struct page *p, uint32_t step, uint32_t kind)
{
    u32_vector path = {0};
    wide_call_path(p->wide, kind, step, &path);
    text_append(p->out, "<p class=\"soft\">by ");
    say(p, p->outline->procedures.data[p->wide->kinds.data[kind].entry].name);
    text_printf(p->out, " (%s)", wide_page_number_of(&p->wide->kinds.data[kind]));
    vector_each(const uint32_t *, c, &path) {
        text_append(p->out, " &#x2192; ");
        text_printf(p->out, "line %u", p->outline->steps.data[*c].pos.line);
        text_append(p->out, " in ");
        say(p, name_of(p, *c));
    }
    text_append(p->out, path.size ? " &#x2192; " : ", in ");
    say(p, name_of(p, step));
    text_append(p->out, "</p>");
    vector_free(&path);
}

/* Who makes the access, by which calls, holding what. */
static void side(struct page *p, uint32_t step, uint32_t kind)
{
    const struct outline_step *s = &p->outline->steps.data[step];
    struct text line = {0}, held = {0};
    text_append(p->out, "<div class=\"pane access\"><p><strong>");
    text_append(p->out, s->kind != OUTLINE_ACCESS ? "lock" : s->write ? "write" : "read");
    text_append(p->out, "</strong> ");
    say(p, s->pos.file ? s->pos.file : "?");
    text_printf(p->out, ":%u</p>", s->pos.line);
    if (s->pos.file && source_line(&p->sources, s->pos.file, s->pos.line, &line)) {
        text_append(p->out, "<pre>");
        say(p, text_string(&line));
        text_append(p->out, "</pre>");
    }
    calls(p, step, kind);
    wide_held_names(p->wide, step, &held);
    text_append(p->out, held.size ? "<p>holding <code>" : "<p class=\"soft\">no lock is certainly held");
    say(p, text_string(&held));
    text_append(p->out, held.size ? "</code></p></div>\n" : "</p></div>\n");
    text_free(&line);
    text_free(&held);
}

static void pair(struct page *p, const struct wide_pair *x)
{
    static const struct {
        const char *class, *words;
    } shown[] = {[WIDE_ANSWER_VIOLATED] = {"violated", "violated: this schedule was executed"},
                 [WIDE_ANSWER_CANDIDATE] = {"open", "a candidate: a schedule, which relies on something that is not certain"},
                 [WIDE_ANSWER_POSSIBLE] = {"open", "a candidate: the order of threads and locks allows it"},
                 [WIDE_ANSWER_OPEN] = {"open", "open"},
                 [WIDE_ANSWER_PROVED] = {"proved", "proved"}};
    enum wide_answer answer = wide_answer_of(p->answers, x);
    const char *words = p->answers->close ? p->answers->close->pairs[x - p->answers->wide->pairs.data].words : NULL;
    text_printf(p->out, "<article class=\"pair\"><p class=\"%s\">%s</p><div class=\"panes\">\n", shown[answer].class,
                shown[answer].words);
    side(p, x->a, x->kind_a);
    side(p, x->b, x->kind_b);
    text_append(p->out, "</div>");
    if (words && answer != WIDE_ANSWER_OPEN) {
        text_append(p->out, "<details><summary>Schedule</summary><pre class=\"schedule\">");
        text_append_markup(p->out, words, PRINTABLE_LINES);
        text_append(p->out, "</pre></details>");
    } else if (words) {
        text_append(p->out, "<p class=\"soft\">");
        say(p, words);
        text_append(p->out, "</p>");
    }
    text_append(p->out, "</article>\n");
}

/* Its pairs that are not proved: the worst first. */
static void pairs_of(struct page *p, uint32_t v)
{
    uint32_t shown = 0, left = 0;
    for (unsigned answer = WIDE_ANSWER_VIOLATED; answer < WIDE_ANSWER_PROVED; answer++)
        vector_each(const struct wide_pair *, x, &p->answers->wide->pairs) {
            if (x->variable != v || wide_answer_of(p->answers, x) != answer)
                continue;
            if (shown == PAIRS_OF_VARIABLE || p->shown == PAIRS_SHOWN) {
                left++;
                continue;
            }
            pair(p, x);
            shown++;
            p->shown++;
        }
    if (left)
        text_printf(p->out, "<p class=\"soft\">%u more, which --verbose prints</p>\n", left);
}

static void not_proved(struct page *p)
{
    uint32_t folded = 0;
    text_append(p->out, "<section><h2>Pairs of accesses that are not proved</h2>\n");
    vector_each(const uint32_t *, v, &p->order) {
        const struct wide_counts *c = &p->counts[*v];
        if (!badness(c))
            break;
        if (p->shown == PAIRS_SHOWN) {
            folded++;
            continue;
        }
        text_printf(p->out, "<details id=\"v%u\"%s><summary><code>", *v, v - p->order.data < OPENED ? " open" : "");
        say(p, p->answers->wide->variables.data[*v].name);
        text_printf(p->out, "</code> <span class=\"soft\">%u violated, %u candidates, %u open, %u proved</span></summary>\n",
                    c->violated, c->candidates, c->open, c->proved);
        pairs_of(p, *v);
        text_append(p->out, "</details>\n");
    }
    if (folded)
        text_printf(p->out, "<p class=\"soft\">%u more variables, whose pairs --verbose prints</p>\n", folded);
    text_append(p->out, p->shown ? "</section>\n" : "<p>There are none.</p></section>\n");
}

/* --- threads, and what was assumed --- */

static void threads(struct page *p)
{
    text_append(p->out, "<section><h2>Threads</h2>\n");
    wide_graph(p->out, p->wide);
    text_append(p->out, "<details><summary>As a table</summary><div class=\"scroll\"><table><tr><th>Thread</th><th>How many</th>"
                        "<th>Created</th></tr>\n");
    vector_each(const struct wide_kind *, k, &p->wide->kinds) {
        text_append(p->out, "<tr><td><code>");
        say(p, p->outline->procedures.data[k->entry].name);
        text_printf(p->out, "</code></td><td>%s</td><td>", wide_page_number_of(k));
        if (k->step != NONE) {
            const struct position *at = &p->outline->steps.data[k->step].pos;
            say(p, at->file ? at->file : "?");
            text_printf(p->out, ":%u in ", at->line);
            say(p, name_of(p, k->step));
        }
        text_append(p->out, "</td></tr>\n");
    }
    text_append(p->out, "</table></div></details></section>\n");
}

static void not_known(struct page *p)
{
    struct intern said = {0};
    bool is_new;
    if (!p->outline->unknown.size)
        return;
    text_append(p->out, "<section><h2>Not known</h2><p>Functions without body: what they are given is assumed to be read and "
                        "written, and what they return to be new memory.</p><p><code>");
    for (uint32_t k = 0; k < p->outline->unknown.size; k++) {
        const char *name = p->outline->unknown.data[k];
        intern_add(&said, name, strlen(name), &is_new);
        if (is_new && said.size <= NAMES_SHOWN) {
            text_append(p->out, said.size > 1 ? ", " : "");
            say(p, name);
        }
    }
    text_append(p->out, "</code>");
    if (said.size > NAMES_SHOWN)
        text_printf(p->out, " and %u more", said.size - NAMES_SHOWN);
    text_append(p->out, "</p></section>\n");
    intern_free(&said);
}

static void head(struct page *p, const struct options *o, const char *verdict, const char *why)
{
    struct wide_counts sum = {0};
    for (uint32_t v = 0; v < p->answers->wide->variables.size; v++) {
        sum.proved += p->counts[v].proved;
        sum.violated += p->counts[v].violated;
        sum.candidates += p->counts[v].candidates;
        sum.open += p->counts[v].open;
    }
    html_begin(p->out, verdict, o->files.size ? o->files.data[0] : "");
    text_append(p->out, "<header><h1>heddle: ");
    for (uint32_t k = 0; k < o->files.size && k < OPENED; k++) {
        text_append(p->out, k ? " " : "");
        say(p, o->files.data[k]);
    }
    if (o->files.size > OPENED)
        text_printf(p->out, " and %u more files", o->files.size - OPENED);
    text_printf(
        p->out,
        "</h1>\n<strong class=\"verdict %s\">%s</strong>\n<span class=\"soft\">races: %u pairs of accesses proved, %u violated, "
        "%u candidates, %u open</span>\n",
        verdict, verdict, sum.proved, sum.violated, sum.candidates, sum.open);
    if (why) {
        text_append(p->out, "<span class=\"soft\">");
        say(p, why);
        text_append(p->out, "</span>\n");
    }
    text_append(p->out, "</header>\n<main>\n");
}

void wide_page(struct text *out, const struct options *o, const struct wide_answers *a, int status, const char *why)
{
    struct page p = {.answers = a,
                     .outline = a->outline,
                     .wide = a->wide->w,
                     .out = out,
                     .counts = NEW_ARRAY(struct wide_counts, a->wide->variables.size + 1)};
    wide_count_answers(a, p.counts);
    sort_variables(&p);
    head(&p, o, status == STATUS_FALSE ? "FALSE" : status == STATUS_TRUE ? "TRUE" : "UNKNOWN", why);
    threads(&p);
    variables(&p);
    not_proved(&p);
    not_known(&p);
    text_append(out, "</main>\n<footer>heddle " HEDDLE_VERSION "</footer>\n</body>\n</html>\n");
    sources_free(&p.sources);
    vector_free(&p.order);
    mem_free(p.counts);
}
