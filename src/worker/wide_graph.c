/* Which threads create which, as a picture: a row for each distance from main, arrows from those that create to those that are created. */
#include "base/printable.h"
#include "worker/wide_page.h"

enum { BOX_WIDTH = 190, BOX_HEIGHT = 46, GAP = 24, ROW = 100, MARGIN = 10, MOST_LETTERS = 22 };

struct drawing {
    const struct wide *wide;
    struct text *out;
    uint32_t *row, *column; /* by kind */
    uint32_t rows, columns;
};

/* Rows: how many creations away from main. What nobody creates (handlers, entries) stands beside it. */
static void find_rows(struct drawing *d)
{
    uint32_t n = d->wide->kinds.size;
    for (uint32_t k = 0; k < n; k++)
        d->row[k] = bitset_count(&d->wide->kinds.data[k].creators) && k ? NONE : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < n; k++)
            bitset_each(c, &d->wide->kinds.data[k].creators)
                if (d->row[c] != NONE && d->row[c] + 1 < d->row[k] && c != k) {
                    d->row[k] = d->row[c] + 1;
                    changed = true;
                }
    }
    for (uint32_t k = 0; k < n; k++) {
        d->row[k] = d->row[k] == NONE ? 0 : d->row[k];
        d->rows = d->row[k] >= d->rows ? d->row[k] + 1 : d->rows;
        for (uint32_t other = 0; other < k; other++)
            d->column[k] += d->row[other] == d->row[k];
        d->columns = d->column[k] >= d->columns ? d->column[k] + 1 : d->columns;
    }
}

static uint32_t left_of(const struct drawing *d, uint32_t kind) { return MARGIN + d->column[kind] * (BOX_WIDTH + GAP); }
static uint32_t top_of(const struct drawing *d, uint32_t kind) { return MARGIN + d->row[kind] * ROW; }

static void arrow(struct drawing *d, uint32_t from, uint32_t to)
{
    uint32_t x = left_of(d, from) + BOX_WIDTH / 2, y = top_of(d, from) + BOX_HEIGHT, u = left_of(d, to) + BOX_WIDTH / 2,
             v = top_of(d, to);
    if (from == to) { /* it creates more of its kind */
        x = left_of(d, from) + BOX_WIDTH;
        y = top_of(d, from) + BOX_HEIGHT / 2;
        text_printf(d->out, "<path class=\"arrow birth\" d=\"M%u %u c22 -22 22 22 2 8\" marker-end=\"url(#head)\"/>\n", x, y - 4);
    } else {
        text_printf(d->out, "<path class=\"arrow birth\" d=\"M%u %u C%u %u %u %u %u %u\" marker-end=\"url(#head)\"/>\n", x, y, x,
                    y + 30, u, v > 30 ? v - 30 : 0, u, v > 3 ? v - 3 : 0);
    }
}

static void line_of_text(struct drawing *d, uint32_t kind, uint32_t below, const char *class, const char *words)
{
    text_printf(d->out, "<text class=\"%s\" x=\"%u\" y=\"%u\">", class, left_of(d, kind) + 10, top_of(d, kind) + below);
    struct text cut = {0};
    text_append_bytes(&cut, words, strlen(words) > MOST_LETTERS ? MOST_LETTERS - 1 : strlen(words));
    text_append_markup(d->out, text_string(&cut), PRINTABLE_WORDS);
    text_append(d->out, strlen(words) > MOST_LETTERS ? "&#x2026;</text>\n" : "</text>\n");
    text_free(&cut);
}

static void box(struct drawing *d, uint32_t kind)
{
    const struct wide_kind *k = &d->wide->kinds.data[kind];
    const char *name = d->wide->outline->procedures.data[k->entry].name;
    text_append(d->out, "<g><title>");
    text_append_markup(d->out, name, PRINTABLE_WORDS);
    text_printf(d->out, "</title><rect class=\"thread\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"6\"/>", left_of(d, kind),
                top_of(d, kind), BOX_WIDTH, BOX_HEIGHT);
    line_of_text(d, kind, 15, "name", name);
    line_of_text(d, kind, 33, "many", wide_page_number_of(k));
    text_append(d->out, "</g>\n");
}

void wide_graph(struct text *out, const struct wide *w)
{
    uint32_t n = w->kinds.size;
    struct drawing d = {w, out, NEW_ARRAY(uint32_t, n + 1), NEW_ARRAY(uint32_t, n + 1), 0, 0};
    find_rows(&d);
    uint32_t width = 2 * MARGIN + d.columns * (BOX_WIDTH + GAP), height = 2 * MARGIN + (d.rows - 1) * ROW + BOX_HEIGHT;
    text_printf(
        out,
        "<div class=\"scroll\"><svg class=\"threads\" role=\"img\" aria-label=\"Who creates whom\" width=\"%u\" height=\"%u\" "
        "viewBox=\"0 0 %u %u\">\n",
        width, height, width, height);
    text_append(out, "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
                     "orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n");
    for (uint32_t k = 1; k < n; k++)
        bitset_each(c, &w->kinds.data[k].creators)
            arrow(&d, c, k);
    for (uint32_t k = 0; k < n; k++)
        box(&d, k);
    text_append(out, "</svg></div>\n");
    mem_free(d.row);
    mem_free(d.column);
}
