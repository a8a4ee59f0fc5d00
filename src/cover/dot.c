#include "cover/dot.h"

#include "cover/search.h"

static void label(const struct system *s, const struct state *x, struct text *out)
{
    struct text t = {0};
    state_print(s, x, &t);
    text_append(out, "label=\"");
    for (const char *c = text_string(&t); *c; c++) {
        if (*c == '"' || *c == '\\')
            text_char(out, '\\');
        text_char(out, *c);
    }
    text_char(out, '"');
    text_free(&t);
}

void dot_print(struct search *x, struct text *out)
{
    bool *minimal = NEW_ARRAY(bool, x->vertices.size + 1);
    upset_each(e, &x->minimal) minimal[e->tag] = true;
    text_append(out, "digraph backward {\n  node [shape=box];\n");
    for (uint32_t v = 0; v < x->vertices.size; v++) {
        const struct vertex *w = &x->vertices.data[v];
        text_printf(out, "  v%u [", v);
        label(x->s, w->state, out);
        text_printf(out, "%s%s];\n", v < x->s->targets.size ? ", shape=doublecircle" : "",
                    minimal[v] ? ", style=bold" : ", style=dashed");
        if (w->next != NO_VERTEX)
            text_printf(out, "  v%u -> v%u [label=\"%u\"];\n", v, w->next, x->s->rules.data[w->rule].line);
    }
    text_append(out, "}\n");
    mem_free(minimal);
    if (x->known.oracle)
        oracle_dot(x->known.oracle, out);
}
