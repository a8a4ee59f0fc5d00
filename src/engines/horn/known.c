#include "engines/horn/known.h"

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
        expr mine = expr_eq(x, owner(k, k->locks.size), expr_self(x));
        vector_push(&k->locks, lock);
        add_lock(k, sets, lock, expr_and(x, expr_ne(x, cell, expr_const(x, cell->width, 0)), mine));
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
    add_locks(k);
}

void horn_known_free(struct horn_known *k)
{
    for (uint32_t c = 0; c < k->program->template_count; c++)
        mem_free(k->at[c]);
    mem_free(k->at);
    vector_free(&k->locks);
}

void horn_known_add_ghosts(const struct horn_known *k, struct proof_builder *proof)
{
    assert(!proof->proof->ghosts.size && proof->proof->program == k->program);
    const struct program *p = k->program;
    for (uint32_t i = 0; i < k->locks.size; i++) {
        const char *name = arena_printf(&proof->proof->arena, "owner.%s", p->cells.data[k->locks.data[i]].name);
        expr ghost = proof_add_ghost(proof, name, SELF_WIDTH, 0);
        for (uint32_t c = 0; c < p->template_count; c++)
            for (uint32_t e = 0; e < p->codes.data[c].edges.size; e++) {
                expr value = action_writes(&p->codes.data[c].edges.data[e].action, k->locks.data[i]);
                expr zero = expr_const(p->exprs, SELF_WIDTH, 0);
                if (value)
                    proof_follow(proof, c, e, ghost, expr_is_value(value, 0) ? zero : expr_self(p->exprs));
            }
    }
}
