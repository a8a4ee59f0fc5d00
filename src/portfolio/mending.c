#include "portfolio/mending.h"

#include "base/text.h"

enum { MANY = 24 }; /* places with weaker orders: up to four times as many programs are tried */

struct changed {
    struct access *access;
    uint8_t original;
};

/* Accesses at one position of the source: what is read and written there by one operation, or by copies of it. */
struct spot {
    const struct position *pos;
    bool reads, writes;
    uint8_t chosen; /* enum memory_order; ORDER_PLAIN: as the program has it */
    VECTOR(struct changed) accesses;
};

typedef VECTOR(struct spot) spot_list;

static struct spot *spot_at(spot_list *spots, const struct position *pos)
{
    vector_each(struct spot *, s, spots)
        if (s->pos->line == pos->line && s->pos->column == pos->column && s->pos->file == pos->file)
            return s;
    vector_push(spots, ((struct spot){.pos = pos}));
    return &vector_last(spots);
}

static void find_spots(struct program *p, spot_list *out)
{
    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                struct access *x = &e->action.accesses[i];
                if (x->order == ORDER_PLAIN || x->order == ORDER_SEQ_CST)
                    continue;
                struct spot *s = spot_at(out, &x->pos);
                s->reads |= !x->write;
                s->writes |= x->write;
                vector_push(&s->accesses, ((struct changed){x, x->order}));
            }
}

static void choose(struct spot *s, uint8_t order)
{
    s->chosen = order;
    vector_each(struct changed *, c, &s->accesses)
        c->access->order = order == ORDER_PLAIN ? c->original : order;
}

/* Whether C has the order for what is done here. */
static bool is_possible(const struct spot *s, uint8_t order)
{
    return (s->reads || !order_acquires(order)) && (s->writes || !order_releases(order));
}

/* The weakest order for the spot with which the program is still good, while those after it are seq_cst. */
static void weaken(struct program *p, struct spot *s, is_good_program is_good, void *context)
{
    static const uint8_t stronger[] = {ORDER_PLAIN, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL};
    for (uint32_t i = 0; i < sizeof stronger; i++) {
        choose(s, stronger[i]);
        if ((stronger[i] == ORDER_PLAIN || is_possible(s, stronger[i])) && is_good(p, context))
            return;
    }
    choose(s, ORDER_SEQ_CST);
}

static const char *name_of(uint8_t order)
{
    return order == ORDER_ACQUIRE   ? "memory_order_acquire"
           : order == ORDER_RELEASE ? "memory_order_release"
           : order == ORDER_ACQ_REL ? "memory_order_acq_rel"
                                    : "memory_order_seq_cst";
}

static bool shares_line(const spot_list *spots, const struct spot *s)
{
    vector_each(const struct spot *, o, spots)
        if (o != s && o->pos->line == s->pos->line && o->pos->file == s->pos->file)
            return true;
    return false;
}

/* "4", or "4:17" where there is more than one on the line */
static void say_where(struct text *t, const spot_list *spots, const struct spot *s)
{
    text_printf(t, "%u", s->pos->line);
    if (shares_line(spots, s))
        text_printf(t, ":%u", s->pos->column);
}

/* "memory_order_release at lines 4, 6 and 9"; nothing if no spot has the order. */
static void say_order(struct text *t, const spot_list *spots, uint8_t order)
{
    uint32_t count = 0, said = 0;
    vector_each(const struct spot *, s, spots)
        count += s->chosen == order;
    if (count)
        text_printf(t, "%s%s at line%s ", t->size ? " and " : "", name_of(order), count > 1 ? "s" : "");
    vector_each(const struct spot *, s, spots) {
        if (s->chosen != order)
            continue;
        text_append(t, !said ? "" : said + 1 == count ? " and " : ", ");
        say_where(t, spots, s);
        said++;
    }
}

static const char *in_words(const spot_list *spots, struct arena *words)
{
    struct text t = {0};
    for (uint8_t order = ORDER_ACQUIRE; order <= ORDER_SEQ_CST; order++)
        say_order(&t, spots, order);
    const char *out = t.size ? arena_strdup(words, text_string(&t)) : NULL;
    text_free(&t);
    return out;
}

const char *orders_that_mend(struct program *p, is_good_program is_good, void *context, struct arena *words)
{
    spot_list spots = {0};
    const char *out = NULL;
    find_spots(p, &spots);
    vector_each(struct spot *, s, &spots)
        choose(s, ORDER_SEQ_CST);
    if (spots.size && spots.size <= MANY && is_good(p, context)) {
        vector_each(struct spot *, s, &spots)
            weaken(p, s, is_good, context);
        out = in_words(&spots, words);
    }
    vector_each(struct spot *, s, &spots) {
        choose(s, ORDER_PLAIN);
        vector_free(&s->accesses);
    }
    vector_free(&spots);
    return out;
}
