/* See texts.h. */
#include "engines/random/texts.h"

#include "engines/random/priorities.h"
#include "execute/inputs.h"

#include <assert.h>

enum {
    LONGEST = 256, /* of texts that are drawn */
    LAST = 16,     /* characters of a text whose end is drawn */
    BEGINS_ONE_OF =
        8, /* where no text goes on, one of so many times another one begins: long texts make long runs, and seldom matter */
    NONE_ONE_OF = 4,   /* where characters begin, one of so many times it is no text */
    OPTION_ONE_OF = 4, /* where a text begins, one of so many times it is an option: a dash and a letter */
};

/* A constant array of characters, up to its first zero. */
static struct own_text text_of(const struct cell *c)
{
    struct own_text t = {c->inits, 0};
    uint64_t most = c->range_count ? c->ranges[0].count : 0;
    while (t.length < most && t.length < LONGEST && c->inits[t.length])
        t.length++;
    return t;
}

/* --- single characters --- */

struct scan {
    struct texts *texts;
    bool known[1 << CHARACTER_WIDTH];
};

static bool is_character(expr e)
{
    return e->width == CHARACTER_WIDTH || ((e->op == E_ZEXT || e->op == E_SEXT) && e->arg[0]->width == CHARACTER_WIDTH);
}

static void find_character(void *context, expr e)
{
    struct scan *s = context;
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    for (int k = 0; k < 2; k++) {
        uint64_t c = e->arg[k]->value & width_mask(CHARACTER_WIDTH);
        if (!expr_is_const(e->arg[k]) || !is_character(e->arg[!k]) || s->known[c])
            continue;
        s->known[c] = true;
        vector_push(&s->texts->characters, c);
        s->texts->has_options |= c == '-';
    }
}

static void find_characters(struct texts *t, const struct program *p)
{
    struct scan s = {.texts = t};
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, find_character, &s);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, find_character, &s);
        }
}

bool texts_character(const struct texts *t, struct priorities *draw, uint64_t *out)
{
    if (!t->characters.size)
        return false;
    *out = t->characters.data[draw_below(draw, t->characters.size)];
    return true;
}

/* --- texts --- */

/* "p:n:hv": letters, and a colon behind those that have an argument. */
static bool says_options(struct own_text t)
{
    bool colon = false;
    for (uint32_t k = 0; k < t.length; k++) {
        uint64_t c = t.characters[k];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != ':' && !(k == 0 && (c == '+' || c == '-')))
            return false;
        colon |= c == ':';
    }
    return colon;
}

void texts_init(struct texts *t, const struct program *p, struct inputs *inputs)
{
    *t = (struct texts){0};
    vector_each(const struct cell *, c, &p->cells) {
        if (c->dropped || c->arbitrary || c->width != CHARACTER_WIDTH || !c->inits)
            continue;
        struct own_text own = text_of(c);
        if (!own.length)
            continue;
        vector_push(&t->all, own);
        if (says_options(own))
            vector_push(&t->letters, own);
        if (!inputs_is_copied(inputs, c->id))
            vector_push(&t->compared, own);
    }
    find_characters(t, p);
    for (uint64_t c = 0; c < 1 << CHARACTER_WIDTH; c++) {
        t->options[c][0] = '-';
        t->options[c][1] = c;
    }
}

void texts_free(struct texts *t)
{
    vector_free(&t->all);
    vector_free(&t->compared);
    vector_free(&t->letters);
    vector_free(&t->characters);
}

/* Letters are those of the program's texts: mostly of one that says which options there are, as getopt has it. */
static struct own_text draw_option(const struct texts *t, struct own_text own, struct priorities *draw)
{
    if (t->letters.size && draw_below(draw, 4))
        own = t->letters.data[draw_below(draw, t->letters.size)];
    uint64_t letter = own.characters[draw_below(draw, own.length)] & width_mask(CHARACTER_WIDTH);
    return (struct own_text){t->options[letter], 2};
}

static struct own_text draw_text(const struct texts *t, struct priorities *draw)
{
    assert(t->all.size && t->compared.size <= t->all.size);
    const own_texts *from = t->compared.size && draw_below(draw, 4) ? &t->compared : &t->all;
    struct own_text own = from->data[draw_below(draw, from->size)];
    if (t->has_options && !draw_below(draw, OPTION_ONE_OF))
        return draw_option(t, own, draw);
    if (draw_below(draw, 4))
        return own;
    uint32_t most = own.length < LAST ? own.length : LAST, at = own.length - 1 - draw_below(draw, most); /* how it ends */
    return (struct own_text){own.characters + at, own.length - at};
}

bool texts_draw(const struct texts *t, struct text_rest *rest, uint64_t place, uint64_t next, struct priorities *draw,
                uint64_t *out)
{
    if (!t->all.size)
        return false;
    bool first = rest->after != place;
    rest->after = next;
    if (rest->place != place || !rest->rest.length) {
        if (first ? !draw_below(draw, NONE_ONE_OF) : draw_below(draw, BEGINS_ONE_OF))
            return false;
        rest->rest = draw_text(t, draw);
    }
    *out = *rest->rest.characters++;
    rest->rest.length--;
    rest->place = next;
    return true;
}
