/* Homes (outline_homes.c) on all ways through a function: what is known of each value where a block begins is what holds on all ways there.
 *
 * All memory that has no home yet and is known to this thread alone counts as one: when some of it is put into what has a home, all of it gets that home. That is right since it is known to nobody else: its home may be chosen at any time
 * before. */
#include "frontend/homes.h"

enum { MOST_TERMS = 1 << 21 }; /* values times blocks */

static const struct home_term nowhere_at_all = {.kind = HOME_NOWHERE}, unsettled = {.kind = HOME_UNSETTLED},
                              unknown = {.kind = HOME_UNKNOWN};

struct block_state {
    LLVMBasicBlockRef block;
    bool reached, todo;
    VECTOR(struct home_term) terms;
};

struct way {
    struct homes *h;
    struct home_function *f;
    struct map number_of, block_of;
    uint32_t count;
    VECTOR(struct block_state) blocks;
    VECTOR(struct home_term) now;
    bool checks, takes_members; /* checks: all is known that is to be known of the ways here; takes_members: as a parameter */
};

static bool equal(struct home_term a, struct home_term b)
{
    return a.kind == b.kind && (a.kind != HOME_AT || (a.sum == b.sum && a.offset == b.offset));
}

static struct home_term join(struct home_term a, struct home_term b)
{
    if (a.kind == HOME_NOWHERE || equal(a, b))
        return b;
    return b.kind == HOME_NOWHERE ? a : unknown;
}

static struct home_term term_of(struct way *w, LLVMValueRef v)
{
    uint64_t number;
    unsigned meets = homes_meets(w->h, v);
    if (!meets)
        return nowhere_at_all;
    if (meets == MEETS_HOMES)
        return homes_around(w->h, v);
    return map_get(&w->number_of, map_pointer_key(v), &number) ? w->now.data[number] : unknown;
}

static void bind(struct way *w, LLVMValueRef v, struct home_term t)
{
    uint64_t number;
    assert(t.kind != HOME_AT || t.sum == HOME_OF_PARAMETERS || t.sum < w->h->sums.size);
    if (map_get(&w->number_of, map_pointer_key(v), &number))
        w->now.data[number] = t;
}

/* What has no home gets this one; or nobody knows which. */
static void settle(struct way *w, struct home_term home)
{
    bool any = false;
    assert(home.kind == HOME_AT || home.kind == HOME_UNKNOWN);
    vector_each(struct home_term *, t, &w->now)
        if (t->kind == HOME_UNSETTLED) {
            *t = home;
            any = true;
        }
    if (any && w->takes_members && w->f->passed == PASSES_UNSETTLED && !w->f->settles) {
        w->f->settles = true;
        w->h->changed = true;
    }
}

/* --- sums that get a new meaning --- */

static bool is_part(const struct outline_sum *s, LLVMValueRef v)
{
    bool part = s->base == v;
    for (uint32_t k = 0; k < s->count; k++)
        part |= s->indices[k].number == v;
    return part;
}

static bool is_stale(const struct way *w, struct home_term t, LLVMValueRef made)
{
    return t.kind == HOME_AT && t.sum != HOME_OF_PARAMETERS && is_part(intern_bytes(&w->h->sums, t.sum, NULL), made);
}

static void renew(struct way *w, LLVMValueRef made)
{
    vector_each(struct home_term *, t, &w->now)
        if (is_stale(w, *t, made))
            *t = unknown;
}

/* --- calls --- */

/* The parameter whose home is that of all: the first that leads to homes alone. */
static LLVMValueRef home_parameter(struct homes *h, LLVMValueRef fn, unsigned *number)
{
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        LLVMValueRef p = LLVMGetParam(fn, k);
        if (homes_meets(h, p) == MEETS_HOMES && homes_around(h, p).kind == HOME_AT) {
            *number = k;
            return p;
        }
    }
    return NULL;
}

static struct home_term own_home(struct homes *h, LLVMValueRef fn)
{
    unsigned number;
    LLVMValueRef p = home_parameter(h, fn, &number);
    return p ? homes_around(h, p) : (struct home_term){.kind = HOME_AT, .sum = HOME_OF_PARAMETERS};
}

/* What is passed to a function all of whose callers are known; returns what it returns. */
static struct home_term pass(struct way *w, LLVMValueRef call, struct home_function *g)
{
    struct homes *h = w->h;
    unsigned number;
    bool by_home = home_parameter(h, g->fn, &number), members = false, mixed = false, loose = false;
    struct home_term home = by_home ? homes_around(h, LLVMGetArgOperand(call, number)) : nowhere_at_all;
    for (unsigned k = 0; k < LLVMCountParams(g->fn); k++) {
        if (!(homes_meets(h, LLVMGetParam(g->fn, k)) & MEETS_MEMBERS))
            continue;
        struct home_term t = term_of(w, LLVMGetArgOperand(call, k));
        members = true;
        loose |= t.kind == HOME_UNSETTLED;
        mixed |= t.kind == HOME_UNKNOWN || (t.kind == HOME_AT && home.kind != HOME_NOWHERE && !equal(t, home));
        if (t.kind == HOME_AT && home.kind == HOME_NOWHERE)
            home = t;
    }
    uint8_t passed = mixed || home.kind == HOME_UNKNOWN ? PASSES_ANY : home.kind == HOME_AT ? PASSES_ONE_HOME : PASSES_UNSETTLED;
    if (members && w->checks && g->passed < passed) {
        g->passed = passed;
        h->changed = true;
    }
    passed = passed < g->passed ? g->passed : passed;
    if (loose && passed == PASSES_ONE_HOME && home.kind == HOME_AT)
        settle(w, home);
    else if (loose && passed == PASSES_UNSETTLED && g->settles)
        settle(w, unknown);
    if (g->returns != HOME_AT)
        return (struct home_term){.kind = g->returns};
    if (by_home)
        return home;
    if (passed != PASSES_ONE_HOME)
        return unknown;
    return home.kind == HOME_AT ? home : loose ? unsettled : unknown;
}

static bool begins_with_one(const char *name, const char *const *all)
{
    for (; *all; all++)
        if (!strncmp(name, *all, strlen(*all)))
            return true;
    return false;
}

/* Functions without a body. What they may do to addresses in memory is not looked at; and who may write them there himself makes all of memory unknown. */
static void run_unknown(struct way *w, LLVMValueRef call, const char *name)
{
    static const char *const harmless[] = {"__heddle_alloc",  "__heddle_free",      "__heddle_reads",
                                           "__heddle_writes", "__heddle_undefined", "llvm.memset",
                                           "llvm.lifetime.",  "__heddle_assume",    NULL};
    static const char *const copying[] = {"llvm.memcpy", "llvm.memmove", NULL};
    static const char *const hidden[] = {"__heddle_create", "__heddle_join", "__heddle_exit", "__heddle_cond_", "llvm.", NULL};
    if (begins_with_one(name, harmless))
        return;
    if (begins_with_one(name, copying)) {
        w->h->is_over |= homes_may_hold(w->h, LLVMGetArgOperand(call, 1));
        return;
    }
    bool writes = !begins_with_one(name, hidden);
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
        homes_refuse(w->h, LLVMGetArgOperand(call, k));
        w->h->is_over |= writes && homes_meets(w->h, LLVMGetArgOperand(call, k)) & MEETS_HOMES;
    }
}

static struct home_term run_call(struct way *w, LLVMValueRef call)
{
    LLVMValueRef callee = called_function(call);
    if (allocates(call))
        return unsettled;
    if (outline_sync_of(call) || is_debug_call(call))
        return nowhere_at_all;
    if (!callee && !LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        return unknown; /* functions that are called so take anything */
    if (!callee || !is_defined(callee)) {
        if (w->checks)
            run_unknown(w, call, callee ? value_name(callee) : "");
        return unknown;
    }
    struct home_function *g = homes_function_of(w->h, callee);
    return !g ? nowhere_at_all : g->known ? pass(w, call, g) : unknown;
}

/* --- other instructions --- */

static void store(struct way *w, LLVMValueRef value, LLVMValueRef address)
{
    if (!(homes_meets(w->h, value) & MEETS_MEMBERS))
        return;
    struct home_term of = term_of(w, value), at = term_of(w, address);
    bool same = of.kind == HOME_NOWHERE || at.kind == HOME_NOWHERE || (of.kind == HOME_UNSETTLED && at.kind == HOME_UNSETTLED) ||
                (of.kind == HOME_AT && equal(of, at));
    if (!same && of.kind == HOME_UNSETTLED && at.kind == HOME_AT)
        settle(w, at);
    else if (!same && of.kind == HOME_AT && at.kind == HOME_UNSETTLED)
        settle(w, of);
    else if (!same && w->checks)
        homes_refuse(w->h, value);
}

/* A number made of an address and of what is none, or a part of what was loaded. */
static struct home_term made_of_one(struct way *w, LLVMValueRef i)
{
    struct home_term t = nowhere_at_all;
    unsigned with = 0;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (!homes_meets(w->h, v))
            continue;
        with += !LLVMIsAConstant(v);
        t = homes_meets(w->h, v) == MEETS_MEMBERS ? term_of(w, v) : unknown;
    }
    return with == 1 && homes_meets(w->h, i) == MEETS_MEMBERS ? t : unknown;
}

/* Addresses of members are only found in homes and members, those of homes anywhere. */
static struct home_term loaded(struct way *w, LLVMValueRef i)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    return homes_meets(w->h, i) == MEETS_MEMBERS && homes_meets(w->h, from) ? term_of(w, from) : unknown;
}

static struct home_term value_made(struct way *w, LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: return loaded(w, i);
    case LLVMGetElementPtr: return homes_stay(w->h, i) ? term_of(w, LLVMGetOperand(i, 0)) : unknown;
    case LLVMSelect: return join(term_of(w, LLVMGetOperand(i, 1)), term_of(w, LLVMGetOperand(i, 2)));
    case LLVMFreeze:
    case LLVMBitCast: return term_of(w, LLVMGetOperand(i, 0));
    case LLVMPtrToInt:
    case LLVMIntToPtr: return made_of_one(w, i);
    default: return unknown;
    }
}

static void note(struct way *w, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (opcode == LLVMLoad || opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
        homes_note(w->h, i, LLVMGetOperand(i, 0), term_of(w, LLVMGetOperand(i, 0)));
    else if (opcode == LLVMStore)
        homes_note(w->h, i, LLVMGetOperand(i, 1), term_of(w, LLVMGetOperand(i, 1)));
    for (unsigned k = 0; opcode == LLVMCall && !is_debug_call(i) && k < LLVMGetNumArgOperands(i); k++)
        homes_note(w->h, i, LLVMGetArgOperand(i, k), term_of(w, LLVMGetArgOperand(i, k)));
}

static void run_instruction(struct way *w, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    struct home_term made = nowhere_at_all;
    if (w->h->notes_now)
        note(w, i);
    if (opcode == LLVMStore)
        store(w, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1));
    else if (opcode == LLVMCall)
        made = run_call(w, i);
    else if (homes_meets(w->h, i) & MEETS_MEMBERS)
        made = value_made(w, i);
    if (w->checks && (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg))
        for (int k = 1; k < LLVMGetNumOperands(i); k++)
            homes_refuse(w->h, LLVMGetOperand(i, (unsigned)k));
    if (w->checks && opcode == LLVMRet && LLVMGetNumOperands(i) && homes_meets(w->h, LLVMGetOperand(i, 0)) & MEETS_MEMBERS) {
        struct home_term t = term_of(w, LLVMGetOperand(i, 0));
        uint32_t kind = t.kind == HOME_AT && !equal(t, own_home(w->h, w->f->fn)) ? HOME_UNKNOWN : t.kind;
        uint32_t all = w->f->returns == HOME_NOWHERE || w->f->returns == kind ? kind
                       : kind == HOME_NOWHERE                                 ? w->f->returns
                                                                              : HOME_UNKNOWN;
        w->h->changed |= all != w->f->returns;
        w->f->returns = (uint8_t)all;
    }
    renew(w, i);
    bind(w, i, is_stale(w, made, i) ? unknown : made);
}

/* --- blocks --- */

static struct block_state *state_of(struct way *w, LLVMBasicBlockRef block)
{
    uint64_t k = 0;
    map_get(&w->block_of, map_pointer_key(block), &k);
    return &w->blocks.data[k];
}

/* What is known on the way from one block to the next; what is chosen there is chosen at once. */
static void enter(struct way *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct block_state *s = state_of(w, to);
    VECTOR(struct home_term) there = {0};
    vector_each(const struct home_term *, t, &w->now)
        vector_push(&there, *t);
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
        uint64_t number;
        for (unsigned k = 0; map_get(&w->number_of, map_pointer_key(i), &number) && k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == from) {
                there.data[number] = term_of(w, LLVMGetIncomingValue(i, k));
                break;
            }
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        vector_each(struct home_term *, t, &there)
            if (is_stale(w, *t, i))
                *t = unknown;
    bool changed = !s->reached;
    s->reached = true;
    for (uint32_t k = 0; k < w->count; k++) {
        struct home_term met = join(s->terms.data[k], there.data[k]);
        changed |= !equal(met, s->terms.data[k]);
        s->terms.data[k] = met;
    }
    s->todo |= changed;
    vector_free(&there);
}

static void run_block(struct way *w, struct block_state *s)
{
    LLVMBasicBlockRef block = s->block;
    memcpy(w->now.data, s->terms.data, w->count * sizeof *w->now.data);
    s->todo = false;
    each_instruction(i, block) if (!LLVMIsAPHINode(i)) run_instruction(w, i);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; !w->checks && k < LLVMGetNumSuccessors(last); k++)
        enter(w, block, LLVMGetSuccessor(last, k));
}

static void number_value(struct way *w, LLVMValueRef v)
{
    if (homes_meets(w->h, v) & MEETS_MEMBERS)
        map_put(&w->number_of, map_pointer_key(v), w->count++);
}

static void begin(struct way *w)
{
    LLVMValueRef fn = w->f->fn;
    for (unsigned k = 0; k < LLVMCountParams(fn); k++)
        number_value(w, LLVMGetParam(fn, k));
    w->takes_members = w->count;
    each_block(block, fn)
    {
        map_put(&w->block_of, map_pointer_key(block), w->blocks.size);
        vector_push(&w->blocks, (struct block_state){.block = block});
        each_instruction(i, block) number_value(w, i);
    }
}

static void begin_states(struct way *w)
{
    LLVMValueRef fn = w->f->fn;
    vector_resize(&w->now, w->count + 1);
    vector_each(struct block_state *, s, &w->blocks)
        vector_resize(&s->terms, w->count + 1);
    uint8_t passed = w->f->known ? w->f->passed : PASSES_ANY;
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        uint64_t number;
        if (map_get(&w->number_of, map_pointer_key(LLVMGetParam(fn, k)), &number))
            w->blocks.data[0].terms.data[number] = passed == PASSES_UNSETTLED  ? unsettled
                                                   : passed == PASSES_ONE_HOME ? own_home(w->h, fn)
                                                                               : unknown;
    }
    w->blocks.data[0].reached = w->blocks.data[0].todo = true;
}

bool homes_follow(struct homes *h, struct home_function *f)
{
    struct way w = {.h = h, .f = f};
    assert(h->class && !bitset_empty(&h->class->homes));
    begin(&w);
    bool small = (uint64_t)(w.count + 1) * w.blocks.size <= MOST_TERMS;
    if (small)
        begin_states(&w);
    for (bool again = small; again;) {
        again = false;
        vector_each(struct block_state *, s, &w.blocks)
            if (s->todo) {
                run_block(&w, s);
                again = true;
            }
    }
    w.checks = true;
    vector_each(struct block_state *, s, &w.blocks)
        if (small && s->reached)
            run_block(&w, s);
    vector_each(struct block_state *, s, &w.blocks)
        vector_free(&s->terms);
    vector_free(&w.blocks);
    vector_free(&w.now);
    map_free(&w.number_of);
    map_free(&w.block_of);
    return small;
}
