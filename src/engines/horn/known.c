#include "engines/horn/known.h"

#include "facts/lock_ghost.h"
#include "facts/locksets.h"
#include "program/terms.h"

enum { MOST_LOCKS = 16 };

static expr owner(const struct horn_known *k, uint32_t ghost)
{
    return expr_cell(k->program->exprs, SELF_WIDTH, k->program->cells.size + ghost);
}

static void add(struct horn_known *k, uint32_t code, uint32_t location, expr e)
{
    k->at[code][location] = expr_and(k->program->exprs, k->at[code][location], e);
}

/* holds: what whoever holds the lock knows. */
static void add_lock(struct horn_known *k, const struct locksets *sets, uint32_t lock, expr holds)
{
    const struct program *p = k->program;
    for (uint32_t c = 0; c < p->template_count; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            if (bitset_has(&sets->held[c][l], lock))
                add(k, c, l, holds);
}

static void add_locks(struct horn_known *k)
{
    const struct program *p = k->program;
    struct exprs *x = p->exprs;
    struct alive *alive = alive_compute(p);
    struct locksets *sets = locksets_compute(p, alive);
    bitset_each(lock, &sets->locks) {
        expr cell = program_cell_expr(p, lock, NULL);
        if (locksets_owned(p, sets, lock)) {
            add_lock(k, sets, lock, expr_eq(x, cell, expr_resize(x, expr_self(x), cell->width, false)));
            continue;
        }
        if (k->locks.size == MOST_LOCKS)
            break;
        add_lock(k, sets, lock, lock_ghost_mine(p, lock, owner(k, k->locks.size)));
        vector_push(&k->locks, lock);
    }
    locksets_free(sets);
    alive_free(alive);
}

void horn_known_make(struct horn_known *k, const struct task *task)
{
    const struct program *p = task->program;
    bool told = task->facts && task->facts_inductive && !task->facts->ghosts.size && !task->facts->pairwise;
    *k = (struct horn_known){.program = p, .at = NEW_ARRAY(expr *, p->template_count + 1)};
    for (uint32_t c = 0; c < p->template_count; c++) {
        k->at[c] = NEW_ARRAY(expr, p->codes.data[c].locations.size + 1);
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++) {
            expr fact = told ? task->facts->invariants.data[c][l] : NULL;
            k->at[c][l] = fact ? fact : expr_bool(p->exprs, true);
        }
    }
    numbered_find(p, k->at, &k->numbered);
    add_locks(k);
}

void horn_known_free(struct horn_known *k)
{
    for (uint32_t c = 0; c < k->program->template_count; c++)
        mem_free(k->at[c]);
    mem_free(k->at);
    vector_free(&k->locks);
    vector_free(&k->numbered);
}

void horn_known_add_ghosts(const struct horn_known *k, struct proof_builder *proof)
{
    assert(!proof->proof->ghosts.size && proof->proof->program == k->program);
    vector_each(const uint32_t *, lock, &k->locks)
        lock_ghost_add(proof, *lock);
}
