/* Templates and their instances. Each site outside cycles in a template with one instance is one instance; anything in a cycle or
 * in a procedure may run any number of times. */
#include "frontend/threads.h"

#include "frontend/lower.h"

uint32_t threads_template(const struct threads *t, LLVMValueRef function)
{
    for (uint32_t i = 0; i < t->template_count; i++)
        if (t->units.data[i].function == function)
            return i;
    return NONE;
}

uint32_t threads_procedure(const struct threads *t, LLVMValueRef function)
{
    for (uint32_t i = t->template_count; i < t->units.size; i++)
        if (t->units.data[i].function == function)
            return i;
    return NONE;
}

uint32_t threads_unit(const struct threads *t, LLVMValueRef function)
{
    uint32_t procedure = threads_procedure(t, function);
    return procedure != NONE ? procedure : threads_template(t, function);
}

uint32_t threads_number(const struct threads *t, LLVMValueRef create)
{
    vector_each(const struct site *, s, &t->sites)
        if (s->call == create)
            return s->number;
    return NONE;
}

static void add_unit(struct threads *t, LLVMValueRef function, bool is_template)
{
    struct unit u = {.function = function,
                     .is_template = is_template,
                     .started = NONE,
                     .done = NONE,
                     .argument = NONE,
                     .result = NONE,
                     .count = NONE};
    cfg_make(&u.cfg, function);
    vector_push(&t->units, u);
}

static uint32_t plus(uint32_t a, uint32_t b) { return a == UNBOUNDED || b == UNBOUNDED || a + b > 4096 ? UNBOUNDED : a + b; }

struct creation {
    LLVMValueRef call;
    uint32_t owner, target; /* units */
    bool repeated, choice;  /* on a cycle; one of several targets */
};
typedef VECTOR(struct creation) creations;

static void find_creations(struct pointsto *p, const struct threads *t, creations *out)
{
    for (uint32_t u = 0; u < t->units.size; u++)
        vector_each(LLVMBasicBlockRef *, b, &t->units.data[u].cfg.blocks)
            each_instruction(i, *b)
            {
                if (!calls(i, "__heddle_create") || threads_unit(t, t->units.data[u].function) != u)
                    continue;
                const u32_vector *set = pointsto_of(p, LLVMGetArgOperand(i, 0));
                uint32_t before = out->size;
                vector_each(const uint32_t *, x, set) {
                    const struct object *o = &p->places.objects.data[place_get(&p->places, *x)->object];
                    uint32_t target = o->kind == OBJECT_FUNCTION ? threads_template(t, o->value) : NONE;
                    if (target != NONE)
                        vector_push(out, (struct creation){.call = i,
                                                           .owner = u,
                                                           .target = target,
                                                           .repeated = !t->units.data[u].is_template ||
                                                                       cfg_on_cycle(&t->units.data[u].cfg, i)});
                }
                for (uint32_t k = before; k < out->size; k++)
                    out->data[k].choice = out->size - before > 1;
            }
}

static void count_instances(struct threads *t, const creations *c)
{
    for (uint32_t round = 0; round <= t->template_count + 1; round++) {
        bool changed = false;
        for (uint32_t k = 0; k < t->template_count; k++) {
            uint32_t n = k == 0 ? 1 : 0;
            vector_each(const struct creation *, x, c)
                if (x->target == k)
                    n = plus(n, x->repeated ? UNBOUNDED : t->units.data[x->owner].instances);
            if (n != t->units.data[k].instances && t->units.data[k].instances != UNBOUNDED) {
                t->units.data[k].instances = round > t->template_count ? UNBOUNDED : n;
                changed = true;
            }
        }
        if (!changed)
            return;
    }
}

static void number_sites(struct threads *t, const creations *c)
{
    for (uint32_t k = 0; k < t->template_count; k++) {
        struct unit *u = &t->units.data[k];
        uint32_t number = k == 0 ? 1 : 0;
        vector_each(const struct creation *, x, c)
            if (x->target == k && (x->repeated || x->choice || t->units.data[x->owner].instances != 1))
                u->dynamic = true;
        vector_each(const struct creation *, x, c)
            if (x->target == k && !u->dynamic)
                vector_push(&t->sites, (struct site){x->call, number++});
    }
}

static uint32_t add_cell(struct front *f, uint32_t template, const struct unit *u, enum cell_role role, const char *what,
                         unsigned width)
{
    struct cell c = {.name = arena_printf(&f->arena, "%s.%s", what, value_name(u->function)),
                     .width = (uint8_t)width,
                     .role = (uint8_t)role,
                     .owner = NONE,
                     .subject = template};
    struct cell_range *range = ARENA_NEW(&f->program->arena, struct cell_range);
    *range = (struct cell_range){.first = 0, .stride = 1, .count = 1, .per_instance = template, .instance_stride = 1};
    if (u->instances != 1 && role != CELL_COUNT) {
        c.index_width = SELF_WIDTH;
        c.ranges = range;
        c.range_count = 1;
    }
    uint32_t id = unique_cell(f, c);
    if (role == CELL_ARGUMENT || role == CELL_RESULT) /* read only by those that waited for started, or done */
        bitset_add(&f->ssa_cells, id);
    return id;
}

static void add_cells(struct front *f, const struct pointsto *p, struct threads *t)
{
    bool joined = false, result_used = false;
    vector_each(const LLVMValueRef *, fn, &p->live)
        each_block(b, *fn) each_instruction(i, b) if (calls(i, "__heddle_join"))
        {
            joined = true;
            result_used |= LLVMGetFirstUse(i) != NULL;
        }
    unsigned pointer = 8 * f->pointer_bytes;
    for (uint32_t k = 0; k < t->template_count; k++) {
        struct unit *u = &t->units.data[k];
        if (k > 0) {
            u->started = add_cell(f, k, u, CELL_STARTED, "started", 1);
            if (LLVMCountParams(u->function) && LLVMGetFirstUse(LLVMGetParam(u->function, 0)))
                u->argument = add_cell(f, k, u, CELL_ARGUMENT, "argument", pointer);
        }
        if (joined && k > 0)
            u->done = add_cell(f, k, u, CELL_DONE, "done", 1);
        if (result_used && k > 0)
            u->result = add_cell(f, k, u, CELL_RESULT, "result", pointer);
        if (u->dynamic)
            u->count = add_cell(f, k, u, CELL_COUNT, "count", SELF_WIDTH);
    }
}

static void give_ids(struct front *f, struct threads *t)
{
    uint32_t next = 1, unbounded = 0;
    for (uint32_t k = 0; k < t->template_count; k++) {
        struct unit *u = &t->units.data[k];
        if (u->instances == UNBOUNDED) {
            u->first_id = ++unbounded * UNBOUNDED_IDS;
        } else {
            u->first_id = next;
            next += u->instances;
        }
        if (u->instances == 0)
            u->instances = 1; /* created in code that is never reached */
        f->program->codes.data[k].instances = u->instances;
        f->program->codes.data[k].first_id = u->first_id;
    }
    if (next > UNBOUNDED_IDS || unbounded >= UINT32_MAX / UNBOUNDED_IDS)
        f->error = arena_strdup(f->words, "the program has too many kinds of threads");
}

void threads_find(struct front *f, struct pointsto *p, struct threads *t)
{
    add_unit(t, f->main, true);
    vector_each(LLVMValueRef *, fn, &p->threads)
        if (*fn != f->main)
            add_unit(t, *fn, true);
    t->template_count = t->units.size;
    vector_each(LLVMValueRef *, fn, &p->live) {
        bool called = false;
        vector_each(LLVMValueRef *, by, &p->live)
            each_block(b, *by) each_instruction(i, b) called |= LLVMIsACallInst(i) && called_function(i) == *fn;
        if (called)
            add_unit(t, *fn, false);
    }
    vector_each(struct unit *, u, &t->units)
        program_add_code(f->program, value_name(u->function));
    f->program->template_count = t->template_count;
    creations c = {0};
    find_creations(p, t, &c);
    count_instances(t, &c);
    number_sites(t, &c);
    add_cells(f, p, t);
    give_ids(f, t);
    vector_free(&c);
}

void threads_free(struct threads *t)
{
    vector_each(struct unit *, u, &t->units)
        cfg_free(&u->cfg);
    vector_free(&t->units);
    vector_free(&t->sites);
}
