/* Evaluation with needs. Values are kept per expression within one evaluation, so shared parts cost once; conditions
 * are evaluated lazily, so that only what matters is asked for. */
#include "execute/partial/eval.h"

void eval_begin(struct eval *v)
{
    struct partial_model *w = v->model;
    uint32_t n = exprs_count(w->program->exprs);
    if (n > w->memo.size || w->memo.now == UINT32_MAX) {
        mem_free(w->memo.stamp);
        mem_free(w->memo.value);
        mem_free(w->memo.top);
        w->memo.size = n + n / 2 + 64;
        w->memo.stamp = NEW_ARRAY(uint32_t, w->memo.size);
        w->memo.value = NEW_ARRAY(uint64_t, w->memo.size);
        w->memo.top = NEW_ARRAY(bool, w->memo.size);
        w->memo.now = 0;
    }
    w->memo.now++;
    v->need = NEED_NOTHING;
    v->choice_next = 0;
    v->top = false;
}

static uint64_t any(struct eval *v)
{
    v->top = true;
    return 0;
}

struct range { /* of possible values; as the need_... of struct eval */
    uint8_t width;
    uint32_t domain, sort, below;
};

/* Whether the possible values can be tried one by one. */
static bool enumerable(const struct eval *v, struct range r)
{
    const struct partial_model *w = v->model;
    if (r.below)
        return true;
    if (r.domain != NONE && !w->domains.data[r.domain].all)
        return w->domains.data[r.domain].values.size <= w->input_limit;
    return r.sort != NONE || (r.width < 64 && UINT64_C(1) << r.width <= w->input_limit);
}

static void set_need(struct eval *v, enum need need, uint32_t what, struct range r)
{
    v->need = need;
    v->need_what = what;
    v->need_width = r.width;
    v->need_domain = r.domain;
    v->need_sort = r.sort;
    v->need_below = r.below;
    v->need_pieces = false;
}

static uint64_t ask(struct eval *v, enum need need, uint32_t what, struct range r)
{
    if (!enumerable(v, r))
        return any(v);
    set_need(v, need, what, r);
    return 0;
}

static uint64_t choose(struct eval *v, struct range r)
{
    if (!enumerable(v, r))
        return any(v);
    if (v->choice_next < v->choice_count)
        return v->choices[v->choice_next++];
    return ask(v, NEED_CHOICE, 0, r);
}

static uint64_t choose_bit(struct eval *v) { return choose(v, (struct range){1, NONE, NONE, 2}); }

/* --- thread ids, seen relatively --- */

bool expr_is_id(const struct partial_model *w, expr e)
{
    if (!w->relative)
        return false;
    switch (e->op) {
    case E_SELF: return true;
    case E_CELL:
    case E_READ: return w->is_id[e->value];
    case E_ITE: return expr_is_id(w, e->arg[1]) || expr_is_id(w, e->arg[2]);
    case E_ZEXT:
    case E_EXTRACT: return expr_is_id(w, e->arg[0]);
    default: return false;
    }
}

static uint64_t eval_id(struct eval *v, expr e)
{
    if (v->need)
        return 0;
    v->top = false;
    switch (e->op) {
    case E_CONST: {
        const struct code *c = &v->model->program->codes.data[v->sight->template];
        return e->value == 0 ? ID_NONE : e->value == c->first_id && !v->sight->several ? ID_ME : ID_OTHER;
    }
    case E_SELF: return ID_ME;
    case E_ITE: {
        uint64_t c = eval_expr(v, e->arg[0]);
        return v->need || v->top ? 0 : eval_id(v, e->arg[c ? 1 : 2]);
    }
    case E_ZEXT:
    case E_EXTRACT: return eval_id(v, e->arg[0]);
    default: return eval_expr(v, e);
    }
}

static uint64_t same_id(struct eval *v, expr x, expr y)
{
    uint64_t a = eval_id(v, x);
    bool top = v->top;
    uint64_t b = eval_id(v, y);
    v->top |= top;
    if (v->top)
        return 0;
    if (v->need || a != ID_OTHER || b != ID_OTHER)
        return a == b;
    return choose_bit(v);
}

uint64_t eval_value(struct eval *v, expr e, bool is_id) { return is_id ? eval_id(v, e) : eval_expr(v, e); }

/* --- cells --- */

enum slot_target eval_target(struct eval *v, uint32_t cell, expr index, uint32_t *slot)
{
    assert(cell < v->model->program->cells.size);
    const struct partial_model *w = v->model;
    const struct cell *c = &w->program->cells.data[cell];
    *slot = 0;
    if (!cell_is_array(c))
        return TARGET_SLOT;
    uint64_t name;
    if (cell_is_shared(c) && sight_owns(v->sight, cell)) {
        if (map_get(&w->own[cell].name_of, index->id, &name)) {
            *slot = (uint32_t)name;
            return TARGET_OWN;
        }
        eval_expr(v, index);
        v->top = false;
        return TARGET_BLURRED;
    }
    uint64_t i = eval_expr(v, index);
    if (v->need)
        return TARGET_NOWHERE;
    if (v->top) {
        v->top = false;
        return TARGET_BLURRED;
    }
    if (!w->slots[cell] || (cell_is_shared(c) && w->blurred[cell]))
        return TARGET_BLURRED;
    uint64_t s = cell_slot(c, i, w->counts);
    *slot = (uint32_t)s;
    return s == NONE64 ? TARGET_NOWHERE : TARGET_SLOT;
}

static uint64_t read_cell(struct eval *v, expr e)
{
    const struct partial_model *w = v->model;
    uint32_t cell = (uint32_t)e->value, slot;
    const struct cell *c = &w->program->cells.data[cell];
    enum slot_target t = eval_target(v, cell, e->arity ? e->arg[0] : NULL, &slot);
    if (v->need || t == TARGET_NOWHERE)
        return 0;
    if (w->forgotten[cell])
        return any(v);
    struct range r = {c->width, NONE, w->cell_sort[cell], w->is_id[cell] ? 3 : 0};
    if (!cell_is_shared(c)) {
        uint32_t n = w->frame_size[v->code], at = w->place[cell] + slot;
        if (c->owner != v->code || t == TARGET_BLURRED)
            return any(v);
        return bank_knows(v->frame, n, at) ? v->frame[at] : ask(v, NEED_LOCAL, at, r);
    }
    if (t == TARGET_BLURRED && w->domain_count[cell] > 1)
        return any(v);
    if (!w->is_id[cell])
        r.domain = w->domain_base[cell] + (w->domain_count[cell] > 1 ? slot : 0);
    uint32_t u = t == TARGET_BLURRED ? NONE : sight_unit(v->sight, cell, slot, t == TARGET_OWN);
    if (u == NONE)
        return choose(v, r);
    return bank_knows(v->store, v->sight->units.size, u) ? v->store[u] : ask(v, NEED_UNIT, u, r);
}

/* The input that the comparison with a constant is about, if it is bound to a piece: all of the piece compares alike.
 */
static const struct trace_input *piece_in(const struct eval *v, expr e)
{
    for (unsigned k = 0; k < 2 && v->pieces; k++)
        for (uint32_t i = 0; e->arg[k]->op == E_INPUT && expr_is_const(e->arg[1 - k]) && i < v->input_count; i++)
            if (v->pieces >> i & 1 && v->inputs[i].site == e->arg[k]->value)
                return &v->inputs[i];
    return NULL;
}

static bool has_pieces(const struct eval *v, expr input)
{
    u64_vector values = {0}, members = {0};
    bool ok = v->action && input_pieces(v->action, (uint32_t)input->value, input->width, &values, &members);
    vector_free(&values);
    vector_free(&members);
    return ok;
}

static uint64_t read_input(struct eval *v, expr e)
{
    for (uint32_t i = 0; i < v->input_count; i++)
        if (v->inputs[i].site == e->value)
            return v->pieces >> i & 1 ? any(v) : v->inputs[i].value;
    struct range r = {e->width, NONE, v->model->input_sort[e->value], 0};
    u64_vector values = {0};
    bool ok = enumerable(v, r) || (v->action && input_representatives(v->action, (uint32_t)e->value, e->width, &values));
    vector_free(&values);
    bool pieces = !ok && has_pieces(v, e);
    if (!ok && !pieces)
        return any(v);
    set_need(v, NEED_INPUT, (uint32_t)e->value, r);
    v->need_pieces = pieces;
    return 0;
}

/* --- operators --- */

static uint64_t eval_node(struct eval *v, expr e)
{
    switch (e->op) {
    case E_CELL:
    case E_READ: return read_cell(v, e);
    case E_SELF: { /* relative kinds with several instances: through eval_id and own slots alone (identity.c) */
        const struct code *c = &v->model->program->codes.data[v->sight->template];
        if (v->sight->several)
            return any(v);
        return v->model->relative ? c->first_id : v->sight->self;
    }
    case E_INPUT: return read_input(v, e);
    case E_AT: return choose_bit(v);
    case E_ITE: {
        uint64_t c = eval_expr(v, e->arg[0]);
        if (v->need)
            return 0;
        if (!v->top)
            return eval_expr(v, e->arg[c ? 1 : 2]);
        uint64_t a = eval_expr(v, e->arg[1]);
        bool top = v->top;
        uint64_t b = eval_expr(v, e->arg[2]);
        return v->need || (!top && !v->top && a == b) ? a : any(v);
    }
    case E_EQ:
        if (expr_is_id(v->model, e->arg[0]) || expr_is_id(v->model, e->arg[1]))
            return same_id(v, e->arg[0], e->arg[1]);
        break;
    case E_AND:
    case E_OR:
        if (e->width == 1) {
            uint64_t decides = e->op == E_OR, a = eval_expr(v, e->arg[0]);
            bool top = v->top;
            if (v->need || (!top && a == decides))
                return a;
            uint64_t b = eval_expr(v, e->arg[1]);
            return v->need || (!v->top && (b == decides || !top)) ? b : any(v);
        }
        break;
    default: break;
    }
    const struct trace_input *piece = e->op >= E_EQ && e->op <= E_SLE ? piece_in(v, e) : NULL;
    if (piece) {
        bool first = e->arg[0]->op == E_INPUT;
        uint64_t x = first ? piece->value : e->arg[0]->value, y = first ? e->arg[1]->value : piece->value;
        return expr_apply(e, x, y, 0);
    }
    uint64_t a = eval_expr(v, e->arg[0]);
    bool top = v->top;
    uint64_t b = !v->need && e->arity > 1 ? eval_expr(v, e->arg[1]) : 0;
    v->top |= top;
    if (v->need || v->top)
        return 0;
    return expr_apply(e, a, b, 0);
}

uint64_t eval_expr(struct eval *v, expr e)
{
    if (v->need)
        return 0;
    v->top = false;
    if (e->op == E_CONST)
        return e->value;
    struct partial_model *w = v->model;
    if (w->memo.stamp[e->id] == w->memo.now) {
        v->top = w->memo.top[e->id];
        return w->memo.value[e->id];
    }
    uint64_t r = eval_node(v, e);
    if (!v->need) {
        w->memo.stamp[e->id] = w->memo.now;
        w->memo.value[e->id] = r;
        w->memo.top[e->id] = v->top;
    }
    return r;
}
