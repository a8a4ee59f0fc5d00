/* Batches of threads: a create step in a loop that is numbered by a counter (outline_counters.h), which begins anew with each batch. The ids are put in an array by
 * the number, or the argument is an element of an array by it, or the number itself.
 *
 * Values that are compared are the same all through a batch: constants, values from before it, or what lies in memory that is not written meanwhile (the batch's
 * steady places: the engine looks whether that is so). A join loop ends a batch by an edge on which its counter has reached a bound, if all below have been joined, and
 * the numbers of all threads are below the bound: because it is the counter that creation has reached, or because creation was guarded by the same bound. */
#include "frontend/outline_batches.h"

#include "frontend/outline_comparisons.h"
#include "frontend/outline_counters.h"
#include "frontend/outline_steady.h"

struct joining {
    struct count_web counter;
    struct counting counting;
};

struct guard {
    struct steady bound;
    bool is_signed;
};

struct batch {
    const struct front *front;
    uint32_t number;
    LLVMValueRef create, function;
    struct indexed ids, argument; /* index NULL: not by the counter */
    struct steady ids_base, argument_base;
    bool is_number;       /* the argument is the counter */
    LLVMValueRef numbers; /* a store that puts the counter at number_at behind what becomes the argument; or NULL */
    int64_t number_at;
    struct count_web counter;
    uint32_t member; /* that the step uses */
    struct counting creating;
    VECTOR(struct joining) joinings;
    VECTOR(struct guard) guards;
    block_edges begins;
    VECTOR(LLVMValueRef) places; /* steady ones: pointers */
};

struct batches {
    VECTOR(struct batch *) all;
};

/* The batch relies on it. */
static void rely_on(struct batch *x, const struct steady *s)
{
    for (uint32_t k = 0; k < s->relied; k++) {
        bool known = false;
        vector_each(const LLVMValueRef *, p, &x->places)
            known |= *p == s->from[k];
        if (!known)
            vector_push(&x->places, s->from[k]);
    }
}

/* --- guards --- */

/* Whether every way from where the member gets its value to the create step takes this edge. */
static bool guards(const struct batch *x, LLVMBasicBlockRef block, unsigned next)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(x->counter.members.data[x->member]);
    LLVMBasicBlockRef to = LLVMGetInstructionParent(x->create);
    struct block_search s = {0};
    block_search_add(&s, from);
    bool around = from == to;
    while (s.todo.size && !around) {
        LLVMBasicBlockRef at = vector_pop(&s.todo);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(at);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            if ((at != block || k != next) && LLVMGetSuccessor(last, k) != from)
                block_search_add(&s, LLVMGetSuccessor(last, k));
        around = map_get(&s.seen, map_pointer_key(to), NULL);
    }
    block_search_free(&s);
    return !around;
}

static void find_guards(struct batch *x)
{
    each_block(block, x->function)
    {
        struct comparison c;
        struct guard g;
        for (unsigned k = 0; k < 4; k++)
            if (comparison_at(block, k & 1, k >> 1, &c) && comparison_is_below(&c) &&
                c.counter == x->counter.members.data[x->member] && guards(x, block, k & 1) &&
                steady_of(x->front, &x->begins, c.bound, block, false, &g.bound)) {
                g.is_signed = comparison_is_signed(&c);
                rely_on(x, &g.bound);
                vector_push(&x->guards, g);
            }
    }
}

/* --- finding --- */

static void note_begin(void *context, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct batch *x = context;
    if (!is_begin(&x->begins, from, to))
        vector_push(&x->begins, (struct block_edge){from, to});
}

/* The number of a thread: by where its id goes, or by its argument. */
static bool number_threads(struct batch *x)
{
    const struct front *f = x->front;
    LLVMValueRef argument = LLVMGetArgOperand(x->create, 1), store = outline_id_store(x->create);
    LLVMValueRef by_value = behind_conversions(argument), index;
    if (!store || !indexed_of(f, LLVMGetOperand(store, 1), &x->ids))
        x->ids.index = NULL;
    if (!indexed_of(f, argument, &x->argument))
        x->argument.index = NULL;
    index = x->ids.index ? x->ids.index : x->argument.index ? x->argument.index : by_value;
    if (!counter_of(index, &x->counter))
        return false;
    if (x->argument.index != index)
        x->argument.index = NULL;
    x->is_number = by_value == index;
    x->member = counter_member(&x->counter, index);
    return true;
}

static void add_joining(struct batch *x, LLVMValueRef index)
{
    struct joining j = {0};
    vector_each(const struct joining *, known, &x->joinings)
        if (counter_member(&known->counter, index) != NONE)
            return;
    if (!counter_of(index, &j.counter))
        return;
    if (j.counter.first <= x->counter.first)
        vector_push(&x->joinings, j);
    else
        counter_free(&j.counter);
}

/* Where a join gets an id of the batch from; the index, or NULL. */
static LLVMValueRef joined_index(const struct batch *x, LLVMValueRef i)
{
    LLVMValueRef id = calls(i, "__heddle_join") ? LLVMGetArgOperand(i, 0) : NULL;
    while (id && (LLVMIsATruncInst(id) || LLVMIsAZExtInst(id)))
        id = LLVMGetOperand(id, 0);
    struct indexed from;
    struct steady base;
    if (!id || !x->ids.index || !LLVMIsALoadInst(id) || !indexed_of(x->front, LLVMGetOperand(id, 0), &from) || !from.index ||
        from.scale != x->ids.scale || from.offset != x->ids.offset || !outline_is_read_just_before(id, i) ||
        !steady_of(x->front, &x->begins, from.base, LLVMGetInstructionParent(i), true, &base) || !steady_same(&base, &x->ids_base))
        return NULL;
    return from.index;
}

static void find_joinings(struct batch *x)
{
    each_block(block, x->function) each_instruction(i, block)
    {
        LLVMValueRef index = joined_index(x, i);
        if (index)
            add_joining(x, index);
    }
    vector_each(struct joining *, j, &x->joinings) {
        j->counting = (struct counting){.counter = &j->counter, .joining = true};
        vector_push(&j->counting.events, (struct count_event){x->create, NONE});
        each_block(block, x->function) each_instruction(i, block)
        {
            LLVMValueRef index = joined_index(x, i);
            uint32_t member = index ? counter_member(&j->counter, index) : NONE;
            if (member != NONE)
                vector_push(&j->counting.events, (struct count_event){i, member});
        }
        counting_run(&j->counting, x->function);
    }
}

/* Whether the numbers of all threads are below the bound that a joining counter has reached. */
static bool covers_all(const struct batch *x, LLVMBasicBlockRef block, const struct comparison *c, struct steady *bound)
{
    *bound = (struct steady){0};
    uint32_t member = counter_member(&x->counter, behind_conversions(c->bound));
    if (member != NONE)
        return counting_at(&x->creating, LLVMGetBasicBlockTerminator(block), member) == LEVEL_BELOW_CREATED;
    bool found = false;
    if (!steady_of(x->front, &x->begins, c->bound, block, false, bound))
        return false;
    vector_each(const struct guard *, g, &x->guards)
        found |= comparison_same_count(g->bound.value, bound->value) ||
                 (steady_same(&g->bound, bound) && (g->is_signed || !comparison_is_signed(c)));
    return found;
}

/* Whether all have been joined on the way out of a block, and by which bound that is known. */
static bool ends_by(const struct batch *x, LLVMBasicBlockRef block, unsigned next, struct steady *bound)
{
    struct comparison c;
    for (unsigned which = 0; which < 2; which++)
        vector_each(const struct joining *, j, &x->joinings) {
            uint32_t member =
                comparison_at(block, next, which, &c) && comparison_reaches(&c) ? counter_member(&j->counter, c.counter) : NONE;
            if (member != NONE && counting_at(&j->counting, LLVMGetBasicBlockTerminator(block), member) >= LEVEL_BELOW_JOINED &&
                covers_all(x, block, &c, bound))
                return true;
        }
    return false;
}

static void rely_on_ends(struct batch *x)
{
    struct steady bound;
    each_block(block, x->function) for (unsigned k = 0; k < LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block));
                                        k++) if (ends_by(x, block, k, &bound)) rely_on(x, &bound);
}

static void batch_free(struct batch *x)
{
    counter_free(&x->counter);
    counting_free(&x->creating);
    vector_each(struct joining *, j, &x->joinings) {
        counter_free(&j->counter);
        counting_free(&j->counting);
    }
    vector_free(&x->joinings);
    vector_free(&x->guards);
    vector_free(&x->begins);
    vector_free(&x->places);
    mem_free(x);
}

enum { NARROWEST_NUMBER = 32 }; /* bits */

static bool is_number_type(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= NARROWEST_NUMBER;
}

/* `ids[i] = i; create(..., &ids[i])`: each time it is done before, with the same i. */
static void find_numbers(struct batch *x)
{
    LLVMValueRef member = x->counter.members.data[x->member];
    LLVMBasicBlockRef at = LLVMGetInstructionParent(x->create);
    for (LLVMValueRef i = x->create; i && x->argument.index && !x->numbers; i = LLVMGetPreviousInstruction(i)) {
        struct indexed to;
        struct steady base;
        if (!LLVMIsAStoreInst(i) || behind_conversions(LLVMGetOperand(i, 0)) != member ||
            !is_number_type(LLVMTypeOf(LLVMGetOperand(i, 0))) || !indexed_of(x->front, LLVMGetOperand(i, 1), &to) ||
            to.index != x->argument.index || to.scale != x->argument.scale ||
            !steady_of(x->front, &x->begins, to.base, at, false, &base) || !steady_same(&base, &x->argument_base))
            continue;
        x->numbers = i;
        x->number_at = to.offset - x->argument.offset;
    }
}

static void add_batch(struct outliner *b, LLVMValueRef create)
{
    struct batch *x = NEW(struct batch);
    x->front = b->front;
    x->create = create;
    x->function = b->function;
    bool numbered = number_threads(x);
    if (numbered) {
        counter_begins(&x->counter, note_begin, x);
        x->creating.counter = &x->counter;
        vector_push(&x->creating.events, (struct count_event){create, x->member});
        counting_run(&x->creating, b->function);
    }
    if (!numbered || counting_at(&x->creating, create, x->member) != LEVEL_BELOW_CREATED) {
        batch_free(x);
        return;
    }
    LLVMBasicBlockRef at = LLVMGetInstructionParent(create);
    if (x->ids.index && !steady_of(x->front, &x->begins, x->ids.base, at, true, &x->ids_base))
        x->ids.index = NULL;
    if (x->argument.index && !steady_of(x->front, &x->begins, x->argument.base, at, false, &x->argument_base))
        x->argument.index = NULL;
    if (x->ids.index)
        rely_on(x, &x->ids_base);
    if (x->argument.index)
        rely_on(x, &x->argument_base);
    find_numbers(x);
    find_guards(x);
    find_joinings(x);
    rely_on_ends(x);
    x->number = b->out->batches.size;
    vector_push(&b->out->batches, (struct outline_batch){.create = NONE});
    vector_push(&b->batches->all, x);
}

void outline_find_batches(struct outliner *b)
{
    b->batches = NEW(struct batches);
    each_block(block, b->function) each_instruction(i, block) if (calls(i, "__heddle_create") && block_in_loop(block))
        add_batch(b, i);
}

void outline_forget_batches(struct outliner *b)
{
    vector_each(struct batch **, x, &b->batches->all)
        batch_free(*x);
    vector_free(&b->batches->all);
    mem_free(b->batches);
    b->batches = NULL;
}

/* --- what goes into the outline --- */

void outline_batch_created(struct outliner *b, LLVMValueRef create, struct outline_step *step)
{
    vector_each(struct batch **, x, &b->batches->all) {
        if ((*x)->create != create)
            continue;
        struct outline_batch made = {.create = b->out->steps.size,
                                     .slot = (*x)->argument.index ? (*x)->argument.scale : 0,
                                     .has_ids = (*x)->ids.index != NULL,
                                     .is_number = (*x)->is_number,
                                     .has_number = (*x)->numbers != NULL,
                                     .number_at = (*x)->number_at,
                                     .place_count = (*x)->places.size};
        VECTOR(struct outline_address) places = {0};
        vector_each(const LLVMValueRef *, p, &(*x)->places)
            vector_push(&places, outline_address_of(b, *p));
        made.places = b->out->arguments.size;
        vector_each(const struct outline_address *, p, &places)
            vector_push(&b->out->arguments, *p);
        vector_free(&places);
        b->out->batches.data[(*x)->number] = made;
        step->batch = (*x)->number;
    }
}

void outline_batches_at_end(struct outliner *b, LLVMBasicBlockRef block, struct outline_block *made)
{
    made->joined = b->out->numbers.size;
    vector_each(struct batch **, x, &b->batches->all) {
        bool begins = false;
        vector_each(const struct block_edge *, e, &(*x)->begins)
            begins |= e->from == block;
        if (begins)
            vector_push(&b->out->steps, (struct outline_step){.kind = OUTLINE_BATCH,
                                                              .address = nowhere,
                                                              .created = NONE,
                                                              .batch = (*x)->number,
                                                              .index = NONE,
                                                              .owner = NONE});
        struct steady bound;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)); k++)
            if (ends_by(*x, block, k, &bound)) {
                vector_push(&b->out->numbers, k);
                vector_push(&b->out->numbers, (*x)->number);
                made->joined_count++;
            }
    }
}

/* The number is that of a thread that has not begun, or has been joined. */
static bool is_idle(const struct batch *x, LLVMValueRef instruction, LLVMValueRef index)
{
    uint32_t member = counter_member(&x->counter, index);
    if (member != NONE && counting_at(&x->creating, instruction, member) == LEVEL_BELOW_CREATED)
        return true;
    vector_each(const struct joining *, j, &x->joinings) {
        member = counter_member(&j->counter, index);
        if (member != NONE && counting_at(&j->counting, instruction, member) == LEVEL_UP_TO_JOINED)
            return true;
    }
    return false;
}

/* An element by a number of an array that begins at a certain place of one object: where in the object its first element is. (That there is no second one from the
 * same allocation is not known here.) */
static bool is_element(struct outliner *b, const struct indexed *at, int64_t *from)
{
    struct outline_address base = outline_address_of(b, at->base);
    const struct outline_place *place = base.place_count == 1 ? &b->out->places.data[base.places] : NULL;
    if (!place || place->stride || place->inner)
        return false;
    *from = (int64_t)place->first + at->offset;
    return true;
}

/* The parameter that an index is, or that it is read behind. */
static LLVMValueRef parameter_of(struct outliner *b, LLVMValueRef index, struct outline_step *step)
{
    struct indexed from;
    if (!LLVMIsALoadInst(index) || !is_number_type(LLVMTypeOf(index)))
        return LLVMIsAArgument(index);
    if (!indexed_of(b->front, LLVMGetOperand(index, 0), &from) || from.index)
        return NULL;
    step->index_read = true;
    step->index_at = from.offset;
    return LLVMIsAArgument(from.base);
}

void outline_batch_access(struct outliner *b, LLVMValueRef instruction, LLVMValueRef pointer, struct outline_step *step)
{
    struct indexed at;
    struct steady base;
    step->batch = step->index = NONE;
    if (!indexed_of(b->front, pointer, &at) || !at.index)
        return;
    int64_t from = 0;
    bool element = is_element(b, &at, &from);
    LLVMValueRef parameter = element ? parameter_of(b, at.index, step) : NULL;
    if (parameter) {
        step->index = outline_value_number(b, parameter);
        step->scale = at.scale;
        step->from = from;
    }
    vector_each(struct batch **, p, &b->batches->all) {
        struct batch *x = *p;
        bool own = x->argument.index && x->argument.scale == at.scale &&
                   steady_of(x->front, &x->begins, at.base, LLVMGetInstructionParent(instruction), false, &base) &&
                   steady_same(&base, &x->argument_base);
        if ((!own && !(x->is_number && element)) || !is_idle(x, instruction, at.index))
            continue;
        step->batch = x->number;
        step->puts_number = own && instruction == x->numbers;
        step->scale = at.scale;
        step->from = own ? at.offset - x->argument.offset : from;
        return;
    }
}
