/* See known_row.h. */
#include "passes/known_row.h"

enum { PIECE = 64 };

struct piece {
    uint32_t users;
    expr values[PIECE];
};

struct known_row {
    uint32_t slots;
    struct piece *pieces[]; /* NULL: nothing of it is known */
};

static uint32_t piece_count(uint32_t slots) { return slots / PIECE + (slots % PIECE != 0); }

static void let_go(struct piece *p)
{
    if (p && !--p->users)
        mem_free(p);
}

struct known_row *row_new(uint32_t slots)
{
    struct known_row *r = mem_zalloc(sizeof *r + piece_count(slots) * sizeof r->pieces[0]);
    r->slots = slots;
    return r;
}

struct known_row *row_copy(const struct known_row *r)
{
    struct known_row *copy = row_new(r->slots);
    for (uint32_t k = 0; k < piece_count(r->slots); k++)
        if ((copy->pieces[k] = r->pieces[k]))
            copy->pieces[k]->users++;
    return copy;
}

void row_free(struct known_row *r)
{
    for (uint32_t k = 0; r && k < piece_count(r->slots); k++)
        let_go(r->pieces[k]);
    mem_free(r);
}

expr row_get(const struct known_row *r, uint32_t slot)
{
    assert(slot < r->slots);
    const struct piece *p = r->pieces[slot / PIECE];
    return p ? p->values[slot % PIECE] : NULL;
}

/* The piece, which nobody else uses. */
static struct piece *own_piece(struct known_row *r, uint32_t k)
{
    struct piece *p = r->pieces[k];
    if (p && p->users == 1)
        return p;
    struct piece *mine = NEW(struct piece);
    if (p)
        memcpy(mine->values, p->values, sizeof mine->values);
    mine->users = 1;
    let_go(p);
    return r->pieces[k] = mine;
}

void row_set(struct known_row *r, uint32_t slot, expr value)
{
    if (row_get(r, slot) != value)
        own_piece(r, slot / PIECE)->values[slot % PIECE] = value;
}

void row_forget_from(struct known_row *r, uint32_t slot)
{
    for (; slot < r->slots && slot % PIECE; slot++)
        row_set(r, slot, NULL);
    for (uint32_t k = piece_count(slot); k < piece_count(r->slots); k++) {
        let_go(r->pieces[k]);
        r->pieces[k] = NULL;
    }
}

/* Whether nothing is lost, since they know the same, or nothing: then it is one piece from now on, and the next comparison takes no time. */
static bool share(struct piece **mine, struct piece *other)
{
    if (*mine == other || !*mine)
        return true;
    if (!other || memcmp((*mine)->values, other->values, sizeof other->values))
        return false;
    other->users++;
    let_go(*mine);
    *mine = other;
    return true;
}

bool row_keep_common(struct known_row *r, const struct known_row *other)
{
    bool changed = false;
    assert(r->slots == other->slots);
    for (uint32_t k = 0; k < piece_count(r->slots); k++) {
        if (share(&r->pieces[k], other->pieces[k]))
            continue;
        for (uint32_t s = k * PIECE; s < r->slots && s < (k + 1) * PIECE; s++)
            if (row_get(r, s) && row_get(r, s) != row_get(other, s)) {
                row_set(r, s, NULL);
                changed = true;
            }
    }
    return changed;
}
