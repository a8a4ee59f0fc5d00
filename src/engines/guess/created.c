#include "engines/guess/created.h"

expr created_number(const struct program *p, uint32_t code)
{
    assert(code < p->template_count);
    return expr_sub(p->exprs, expr_self(p->exprs), expr_const(p->exprs, SELF_WIDTH, p->codes.data[code].first_id));
}

/* A step that lets the thread at an index begin has created all up to this one. */
static void follow(struct proof_builder *proof, uint32_t started, expr count)
{
    const struct program *p = proof->proof->program;
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++) {
            const struct action *a = &p->codes.data[k].edges.data[e].action;
            for (uint32_t i = 0; i < a->update_count; i++)
                if (a->updates[i].cell == started && a->updates[i].index && a->updates[i].index->width == count->width) {
                    proof_follow(proof, k, e, count,
                                 expr_add(p->exprs, a->updates[i].index, expr_const(p->exprs, count->width, 1)));
                    break;
                }
        }
}

void created_make(created_list *all, struct proof_builder *proof)
{
    const struct program *p = proof->proof->program;
    for (uint32_t c = 0; c < p->cells.size; c++) { /* ghosts are no cells of it */
        const struct cell *cell = &p->cells.data[c];
        bool wanted = cell->role == CELL_STARTED && !cell->dropped && cell_is_array(cell) && cell->subject < p->template_count &&
                      p->codes.data[cell->subject].instances == UNBOUNDED && cell->index_width == SELF_WIDTH;
        if (!wanted)
            continue;
        const char *name = arena_printf(&proof->proof->arena, "created.%s", p->codes.data[cell->subject].name);
        struct created_threads one = {created_number(p, cell->subject), proof_add_ghost(proof, name, SELF_WIDTH, 0), cell->subject};
        follow(proof, c, one.count);
        vector_push(all, one);
    }
}
