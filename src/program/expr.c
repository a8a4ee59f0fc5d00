/* The pool: nodes in an arena, found again through an open hash table. What simplification does is in simplify.c. */
#include "program/expr.h"

#include "base/arena.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vector.h"
#include "program/simplify.h"

#include <assert.h>
#include <string.h>

struct exprs {
    struct arena nodes;
    expr *table; /* NULL: free */
    uint32_t size, capacity;
};

struct exprs *exprs_new(void) { return NEW(struct exprs); }

void exprs_free(struct exprs *pool)
{
    arena_release(&pool->nodes);
    mem_free(pool->table);
    mem_free(pool);
}

uint32_t exprs_count(const struct exprs *pool) { return pool->size; }

static uint64_t node_hash(const struct expr *e)
{
    uint64_t h = hash_pair(e->value, (uint64_t)e->op << 8 | e->width);
    for (unsigned i = 0; i < e->arity; i++)
        h = hash_pair(h, e->arg[i]->id);
    return h;
}

static bool same_node(const struct expr *a, const struct expr *b)
{
    return a->op == b->op && a->width == b->width && a->value == b->value && a->arity == b->arity &&
           !memcmp(a->arg, b->arg, sizeof a->arg);
}

static void grow(struct exprs *pool)
{
    expr *old = pool->table;
    uint32_t old_capacity = pool->capacity;
    pool->capacity = old_capacity ? 2 * old_capacity : 1024;
    pool->table = NEW_ARRAY(expr, pool->capacity);
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i]) {
            uint32_t s = (uint32_t)node_hash(old[i]) & (pool->capacity - 1);
            while (pool->table[s])
                s = (s + 1) & (pool->capacity - 1);
            pool->table[s] = old[i];
        }
    mem_free(old);
}

expr expr_make(struct exprs *pool, struct expr node)
{
    assert(node.width >= 1 && node.width <= 64);
    if (pool->size + 1 > pool->capacity / 4 * 3)
        grow(pool);
    uint32_t s = (uint32_t)node_hash(&node) & (pool->capacity - 1);
    for (; pool->table[s]; s = (s + 1) & (pool->capacity - 1))
        if (same_node(pool->table[s], &node))
            return pool->table[s];
    struct expr *e = ARENA_NEW(&pool->nodes, struct expr);
    *e = node;
    e->id = pool->size++;
    pool->table[s] = e;
    return e;
}

/* --- leaves --- */

expr expr_const(struct exprs *pool, unsigned width, uint64_t value)
{
    return expr_make(pool, (struct expr){.op = E_CONST, .width = (uint8_t)width, .value = value & width_mask(width)});
}

expr expr_bool(struct exprs *pool, bool value) { return expr_const(pool, 1, value); }

expr expr_cell(struct exprs *pool, unsigned width, uint32_t cell)
{
    return expr_make(pool, (struct expr){.op = E_CELL, .width = (uint8_t)width, .value = cell});
}

expr expr_read(struct exprs *pool, unsigned width, uint32_t cell, expr index)
{
    assert(index);
    return expr_make(pool, (struct expr){.op = E_READ, .width = (uint8_t)width, .arity = 1, .value = cell, .arg = {index}});
}

expr expr_self(struct exprs *pool) { return expr_make(pool, (struct expr){.op = E_SELF, .width = 32}); }

expr expr_input(struct exprs *pool, unsigned width, uint32_t site)
{
    return expr_make(pool, (struct expr){.op = E_INPUT, .width = (uint8_t)width, .value = site});
}

expr expr_at(struct exprs *pool, expr instance, uint32_t code, uint32_t location)
{
    assert(instance);
    return expr_make(
        pool, (struct expr){.op = E_AT, .width = 1, .arity = 1, .value = (uint64_t)code << 32 | location, .arg = {instance}});
}

/* --- operators --- */

expr expr_unary(struct exprs *pool, enum expr_op op, expr a)
{
    assert(op == E_NOT || op == E_NEG);
    return simplify(pool, (struct expr){.op = (uint8_t)op, .width = a->width, .arity = 1, .arg = {a}});
}

expr expr_binary(struct exprs *pool, enum expr_op op, expr a, expr b)
{
    assert((op >= E_AND && op <= E_SLE) || op == E_CONCAT);
    assert(op == E_CONCAT || a->width == b->width);
    unsigned width = op == E_CONCAT ? a->width + b->width : op >= E_EQ ? 1 : a->width;
    return simplify(pool, (struct expr){.op = (uint8_t)op, .width = (uint8_t)width, .arity = 2, .arg = {a, b}});
}

expr expr_ite(struct exprs *pool, expr c, expr a, expr b)
{
    assert(c->width == 1 && a->width == b->width);
    return simplify(pool, (struct expr){.op = E_ITE, .width = a->width, .arity = 3, .arg = {c, a, b}});
}

static expr extend(struct exprs *pool, enum expr_op op, expr a, unsigned width)
{
    assert(width >= a->width && width <= 64);
    if (width == a->width)
        return a;
    return simplify(pool, (struct expr){.op = (uint8_t)op, .width = (uint8_t)width, .arity = 1, .arg = {a}});
}

expr expr_zext(struct exprs *pool, expr a, unsigned width) { return extend(pool, E_ZEXT, a, width); }
expr expr_sext(struct exprs *pool, expr a, unsigned width) { return extend(pool, E_SEXT, a, width); }

expr expr_extract(struct exprs *pool, expr a, unsigned low, unsigned width)
{
    assert(width >= 1 && low + width <= a->width);
    if (width == a->width)
        return a;
    return simplify(pool, (struct expr){.op = E_EXTRACT, .width = (uint8_t)width, .arity = 1, .value = low, .arg = {a}});
}

expr expr_float(struct exprs *pool, enum expr_op op, unsigned width, uint64_t value, expr a, expr b)
{
    assert(expr_is_float(op) && (op <= E_FLE) == (b != NULL) && (!b || a->width == b->width));
    return simplify(pool,
                    (struct expr){.op = (uint8_t)op, .width = (uint8_t)width, .arity = b ? 2 : 1, .value = value, .arg = {a, b}});
}

expr expr_resize(struct exprs *pool, expr a, unsigned width, bool is_signed)
{
    if (width <= a->width)
        return expr_extract(pool, a, 0, width);
    return is_signed ? expr_sext(pool, a, width) : expr_zext(pool, a, width);
}

expr expr_not(struct exprs *pool, expr a) { return expr_unary(pool, E_NOT, a); }
expr expr_and(struct exprs *pool, expr a, expr b) { return expr_binary(pool, E_AND, a, b); }
expr expr_or(struct exprs *pool, expr a, expr b) { return expr_binary(pool, E_OR, a, b); }
expr expr_implies(struct exprs *pool, expr a, expr b) { return expr_or(pool, expr_not(pool, a), b); }
expr expr_eq(struct exprs *pool, expr a, expr b) { return expr_binary(pool, E_EQ, a, b); }
expr expr_ne(struct exprs *pool, expr a, expr b) { return expr_not(pool, expr_eq(pool, a, b)); }
expr expr_add(struct exprs *pool, expr a, expr b) { return expr_binary(pool, E_ADD, a, b); }
expr expr_sub(struct exprs *pool, expr a, expr b) { return expr_binary(pool, E_SUB, a, b); }

/* --- rewriting and visiting --- */

struct expr_memo {
    struct map done; /* expr to expr */
};

struct expr_memo *expr_memo_new(void) { return NEW(struct expr_memo); }
void expr_memo_clear(struct expr_memo *memo) { map_clear(&memo->done); }

void expr_memo_free(struct expr_memo *memo)
{
    if (memo)
        map_free(&memo->done);
    mem_free(memo);
}

expr expr_with(struct exprs *pool, expr e, const expr *arg)
{
    struct expr node = *e;
    node.id = 0;
    memcpy(node.arg, arg, e->arity * sizeof *arg);
    if (e->op == E_READ || e->op == E_AT)
        return expr_make(pool, node);
    return simplify(pool, node);
}

static expr rewrite(struct exprs *pool, expr e, expr_leaf leaf, void *context, struct expr_memo *memo)
{
    uint64_t known;
    if (e->op == E_CONST)
        return e;
    if (map_get(&memo->done, map_pointer_key(e), &known))
        return (expr)(uintptr_t)known;
    expr arg[3] = {0}, result = NULL;
    bool changed = false;
    for (unsigned i = 0; i < e->arity; i++) {
        arg[i] = rewrite(pool, e->arg[i], leaf, context, memo);
        changed |= arg[i] != e->arg[i];
    }
    if (e->op <= E_INPUT || e->op == E_AT)
        result = leaf(context, e, arg[0]);
    if (!result)
        result = changed ? expr_with(pool, e, arg) : e;
    map_put(&memo->done, map_pointer_key(e), (uintptr_t)result);
    return result;
}

expr expr_rewrite(struct exprs *pool, expr e, expr_leaf leaf, void *context, struct expr_memo *memo)
{
    assert(leaf);
    struct expr_memo own = {0};
    expr result = rewrite(pool, e, leaf, context, memo ? memo : &own);
    map_free(&own.done);
    return result;
}

static expr keep_leaf(void *context, expr leaf, expr index)
{
    (void)context, (void)leaf, (void)index;
    return NULL;
}

expr expr_replace(struct exprs *pool, expr e, expr from, expr to)
{
    assert(from->width == to->width);
    struct expr_memo memo = {0};
    map_put(&memo.done, map_pointer_key(from), (uintptr_t)to);
    expr result = rewrite(pool, e, keep_leaf, NULL, &memo);
    map_free(&memo.done);
    return result;
}

/* The nodes that are constants wherever fact holds. */
static void settle(struct exprs *pool, expr fact, struct expr_memo *memo)
{
    if (fact->op == E_AND) {
        settle(pool, fact->arg[0], memo);
        settle(pool, fact->arg[1], memo);
    } else if (!expr_is_const(fact)) {
        map_put(&memo->done, map_pointer_key(fact), (uintptr_t)expr_bool(pool, true));
        map_put(&memo->done, map_pointer_key(expr_not(pool, fact)), (uintptr_t)expr_bool(pool, false));
    }
}

expr expr_given(struct exprs *pool, expr e, expr fact)
{
    assert(fact->width == 1);
    struct expr_memo memo = {0};
    settle(pool, fact, &memo);
    expr result = rewrite(pool, e, keep_leaf, NULL, &memo);
    map_free(&memo.done);
    return result;
}

static void visit_below(expr e, struct map *seen, void (*visit)(void *, expr), void *context)
{
    if (map_get(seen, map_pointer_key(e), NULL))
        return;
    map_put(seen, map_pointer_key(e), 1);
    for (unsigned i = 0; i < e->arity; i++)
        visit_below(e->arg[i], seen, visit, context);
    visit(context, e);
}

void expr_visit(expr e, void (*visit)(void *, expr), void *context)
{
    if (!e->arity) {
        visit(context, e);
        return;
    }
    struct map seen = {0};
    visit_below(e, &seen, visit, context);
    map_free(&seen);
}

const char *expr_op_name(enum expr_op op)
{
    assert(op < EXPR_OPS);
    static const char *const names[EXPR_OPS] = {"const", "cell",    "read",   "self", "input", "not",  "neg",  "and",  "or",
                                                "xor",   "add",     "sub",    "mul",  "udiv",  "sdiv", "urem", "srem", "shl",
                                                "lshr",  "ashr",    "eq",     "ult",  "ule",   "slt",  "sle",  "ite",  "zext",
                                                "sext",  "extract", "concat", "fadd", "fsub",  "fmul", "fdiv", "feq",  "flt",
                                                "fle",   "fsqrt",   "fint",   "ftof", "stof",  "utof", "ftos", "ftou", "at"};
    return names[op];
}
