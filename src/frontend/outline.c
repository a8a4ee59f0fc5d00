/* The module as an outline (program/outline.h): nothing is inlined but small functions; locks, creation and joining are calls that are
 * known by name; pointers are what the points-to analysis says. Requires the linked module with the models; breaks nothing but what its own
 * passes rewrite.
 *
 * An access that the optimiser could remove must not be removed: local variables whose address nobody takes are promoted, nothing else. */
#include "base/text.h"
#include "frontend/names.h"
#include "frontend/outline_batches.h"
#include "frontend/regions.h"

#include <stdlib.h>

/* Whether something between the attempt and the branch could give the lock back. */
static bool may_unlock_behind(LLVMValueRef attempt, LLVMValueRef branch)
{
    if (LLVMGetInstructionParent(attempt) != LLVMGetInstructionParent(branch))
        return true;
    for (LLVMValueRef i = LLVMGetNextInstruction(attempt); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !is_debug_call(i) && !starts_with(called_name(i), "llvm."))
            return true;
    return false;
}

/* The block ends with a branch on whether a lock could be taken. */
static void note_try(struct outliner *b, LLVMValueRef last, struct outline_block *block)
{
    block->try_next = NONE;
    block->try_lock = nowhere;
    LLVMValueRef condition = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    LLVMValueRef result = condition ? LLVMIsACallInst(LLVMGetOperand(condition, 0)) : NULL;
    const struct sync_call *sync = result ? outline_sync_of(result) : NULL;
    if (!sync || !outline_tries(b, sync) || !LLVMIsNull(LLVMGetOperand(condition, 1)) || may_unlock_behind(result, last))
        return;
    LLVMIntPredicate p = LLVMGetICmpPredicate(condition);
    if (p == LLVMIntEQ || p == LLVMIntNE) {
        block->try_next = p == LLVMIntEQ ? 0 : 1;
        block->try_shared = sync->shared;
        block->try_lock = outline_address_of(b, LLVMGetArgOperand(result, 0));
    }
}

static void add_block(struct outliner *b, LLVMBasicBlockRef from)
{
    struct outline_block made = {.steps = b->out->steps.size};
    b->is_left_nowhere = false;
    LLVMValueRef seen = b->creates ? outline_seen_flag(from) : NULL;
    if (seen)
        outline_seen(b, seen);
    each_instruction(i, from) outline_instruction(b, i);
    outline_batches_at_end(b, from, &made);
    made.step_count = b->out->steps.size - made.steps;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
    note_try(b, last, &made);
    made.nexts = b->out->numbers.size;
    made.next_count = b->is_left_nowhere ? 0 : LLVMGetNumSuccessors(last);
    for (unsigned k = 0; k < made.next_count; k++) {
        uint64_t number = 0;
        map_get(&b->block_of, map_pointer_key(LLVMGetSuccessor(last, k)), &number);
        vector_push(&b->out->numbers, (uint32_t)number);
    }
    vector_push(&b->out->blocks, made);
}

static int by_block(const void *x, const void *y)
{
    const struct definition *a = x, *b = y;
    return a->block != b->block ? (a->block > b->block) - (a->block < b->block) : (a->value > b->value) - (a->value < b->value);
}

/* Which values get a new meaning in which block. */
static void add_definitions(struct outliner *b, const struct outline_procedure *p)
{
    if (b->definitions.size)
        qsort(b->definitions.data, b->definitions.size, sizeof *b->definitions.data, by_block);
    vector_each(const struct definition *, d, &b->definitions) {
        struct outline_block *block = &b->out->blocks.data[p->blocks + d->block];
        if (!block->value_count)
            block->values = b->out->numbers.size;
        vector_push(&b->out->numbers, d->value);
        block->value_count++;
    }
}

static void add_procedure(struct outliner *b, uint32_t number, LLVMValueRef function)
{
    struct outline_procedure made = b->out->procedures.data[number];
    b->function = function;
    b->procedure = number;
    b->value_count = 0;
    intern_free(&b->sums);
    intern_free(&b->indices);
    intern_free(&b->stripes);
    vector_clear(&b->sum_values);
    vector_clear(&b->definitions);
    map_clear(&b->block_of);
    map_clear(&b->value_of);
    map_clear(&b->create_of);
    map_clear(&b->root_of);
    made.parameter_count = LLVMCountParams(function);
    for (unsigned k = 0; k < made.parameter_count; k++)
        outline_value_number(b, LLVMGetParam(function, k));
    each_block(block, function) map_put(&b->block_of, map_pointer_key(block), made.block_count++);
    b->creates = false;
    each_block(block, function) each_instruction(i, block) b->creates |= !strcmp(called_name(i), "__heddle_create");
    made.blocks = b->out->blocks.size;
    outline_find_batches(b);
    each_block(block, function) add_block(b, block);
    outline_forget_batches(b);
    outline_find_loops(b, number);
    outline_complete_sums(b);
    outline_homes_rely(b);
    add_definitions(b, &made);
    made.value_count = b->value_count;
    b->out->procedures.data[number] = made;
}

/* Where stack and heap objects are made. */
static void add_homes(struct outliner *b)
{
    for (uint32_t k = 0; k < b->pointsto->places.objects.size; k++) {
        const struct object *o = &b->pointsto->places.objects.data[k];
        uint64_t number;
        if ((o->kind != OBJECT_STACK && o->kind != OBJECT_HEAP) || !map_get(&b->object_of, k, &number))
            continue;
        LLVMBasicBlockRef home = LLVMGetInstructionParent(o->value);
        uint32_t at = 0;
        each_block(block, LLVMGetBasicBlockParent(home))
        {
            if (block == home)
                break;
            at++;
        }
        b->out->objects.data[number].block = at;
    }
}

static void add_links(struct outliner *b)
{
    struct pointsto *p = b->pointsto;
    const u32_vector *results = pointsto_at(p, p->results); /* what threads return is seen by who joins them */
    for (uint32_t k = 0; k < results->size; k++) {
        uint32_t to = place_get(&p->places, results->data[k])->object;
        vector_push(&b->out->links, (struct outline_link){OUTLINE_ATOMIC_SECTION, outline_object_number(b, to)});
    }
    for (uint32_t m = 0; m < p->memory.size; m++) {
        uint32_t from = place_get(&p->places, p->memory.data[m].place)->object;
        const u32_vector *set = pointsto_at(p, p->memory.data[m].node);
        for (uint32_t k = 0; k < set->size; k++) {
            uint32_t to = place_get(&p->places, set->data[k])->object;
            vector_push(&b->out->links, (struct outline_link){outline_object_number(b, from), outline_object_number(b, to)});
        }
    }
}

/* Whoever reads what an atomic access has written knows what came before only if both are at least release and acquire. */
static bool is_loose(LLVMValueRef i)
{
    LLVMAtomicOrdering full = LLVMAtomicOrderingAcquireRelease, seq = LLVMAtomicOrderingSequentiallyConsistent, o;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: o = LLVMGetOrdering(i); return o != LLVMAtomicOrderingNotAtomic && o != LLVMAtomicOrderingAcquire && o != seq;
    case LLVMStore: o = LLVMGetOrdering(i); return o != LLVMAtomicOrderingNotAtomic && o != LLVMAtomicOrderingRelease && o != seq;
    case LLVMAtomicRMW: o = LLVMGetOrdering(i); return o != full && o != seq;
    case LLVMAtomicCmpXchg: {
        LLVMAtomicOrdering failed = LLVMGetCmpXchgFailureOrdering(i);
        o = LLVMGetCmpXchgSuccessOrdering(i);
        return (o != full && o != seq) || (failed != LLVMAtomicOrderingAcquire && failed != seq);
    }
    default: return false;
    }
}

/* Requires links. */
static void find_loose_addresses(struct outliner *b)
{
    struct bitset holders = {0};
    vector_each(const struct outline_link *, l, &b->out->links)
        bitset_add(&holders, l->from);
    vector_each(const LLVMValueRef *, fn, &b->pointsto->live)
        each_block(block, *fn) each_instruction(i, block)
        {
            if (!is_loose(i))
                continue;
            const u32_vector *set = pointsto_of(b->pointsto, LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0));
            for (uint32_t k = 0; k < set->size; k++)
                b->out->loose_addresses |=
                    bitset_has(&holders, outline_object_number(b, place_get(&b->pointsto->places, set->data[k])->object));
        }
    bitset_free(&holders);
}

struct outline *outline_make(struct front *f, struct pointsto *p, bool handlers)
{
    struct outliner b = {.front = f, .pointsto = p, .out = NEW(struct outline), .handlers = handlers};
    members_collect(f);
    vector_push(&b.out->objects, (struct outline_object){.name = "an atomic section", .size = 1, .procedure = NONE, .block = NONE});
    vector_push(&b.out->places, (struct outline_place){.object = OUTLINE_ATOMIC_SECTION, .end = 1, .member = ""});
    for (uint32_t k = 0; k < p->live.size; k++) {
        LLVMValueRef fn = p->live.data[k];
        map_put(&b.procedure_of, map_pointer_key(fn), k);
        vector_push(&b.out->procedures, (struct outline_procedure){.name = arena_strdup(&b.out->arena, value_name(fn)),
                                                                   .is_model = !has_mark(fn, USERS_OWN),
                                                                   .pos = function_position(f, fn)});
    }
    outline_find_readers(&b);
    outline_find_owners(&b);
    outline_find_lists(&b);
    outline_find_homes(&b);
    for (uint32_t k = 0; k < p->live.size; k++)
        add_procedure(&b, k, p->live.data[k]);
    add_links(&b);
    find_loose_addresses(&b);
    add_homes(&b);
    outline_forget_owners(&b);
    outline_forget_lists(&b);
    outline_forget_homes(&b);
    map_free(&b.procedure_of);
    map_free(&b.object_of);
    map_free(&b.places_of);
    map_free(&b.block_of);
    map_free(&b.value_of);
    map_free(&b.create_of);
    map_free(&b.root_of);
    map_free(&b.reader_calls);
    vector_free(&b.definitions);
    intern_free(&b.sums);
    intern_free(&b.indices);
    intern_free(&b.stripes);
    vector_free(&b.sum_values);
    return b.out;
}
