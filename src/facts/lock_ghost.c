#include "facts/lock_ghost.h"

#include "program/terms.h"

expr lock_ghost_add(struct proof_builder *proof, uint32_t lock)
{
    const struct program *p = proof->proof->program;
    const char *name = arena_printf(&proof->proof->arena, "owner.%s", p->cells.data[lock].name);
    expr ghost = proof_add_ghost(proof, name, SELF_WIDTH, 0), nobody = expr_const(p->exprs, SELF_WIDTH, 0);
    for (uint32_t c = 0; c < p->template_count; c++)
        for (uint32_t e = 0; e < p->codes.data[c].edges.size; e++) {
            expr value = action_writes(&p->codes.data[c].edges.data[e].action, lock);
            if (value)
                proof_follow(proof, c, e, ghost, expr_is_value(value, 0) ? nobody : expr_self(p->exprs));
        }
    return ghost;
}

expr lock_ghost_mine(const struct program *p, uint32_t lock, expr ghost)
{
    struct exprs *x = p->exprs;
    expr cell = program_cell_expr(p, lock, NULL);
    return expr_and(x, expr_ne(x, cell, expr_const(x, cell->width, 0)), expr_eq(x, ghost, expr_self(x)));
}
