/* Loops that create or join threads and have a trip count that is constant, or small, are unrolled completely, by LLVM: they are
 * marked so, and every other loop is marked to be left alone. Afterwards each creation site is one thread. */
#include "frontend/front.h"
#include "frontend/small_bounds.h"

struct loops {
    struct front *front;
    struct map state;                   /* block: 1 on the stack, 2 done */
    VECTOR(LLVMBasicBlockRef) from, to; /* edges back */
};

static void find_loops(struct loops *l, LLVMBasicBlockRef entry)
{
    struct frame {
        LLVMBasicBlockRef block;
        unsigned next;
    };
    VECTOR(struct frame) stack = {0};
    vector_push(&stack, (struct frame){entry, 0});
    map_put(&l->state, map_pointer_key(entry), 1);
    while (stack.size) {
        struct frame *top = &vector_last(&stack);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
        if (top->next == LLVMGetNumSuccessors(end)) {
            map_put(&l->state, map_pointer_key(top->block), 2);
            (void)vector_pop(&stack);
            continue;
        }
        LLVMBasicBlockRef from = top->block, to = LLVMGetSuccessor(end, top->next++);
        uint64_t state = 0;
        map_get(&l->state, map_pointer_key(to), &state);
        if (state == 1) {
            vector_push(&l->from, from);
            vector_push(&l->to, to);
        } else if (state == 0) {
            map_put(&l->state, map_pointer_key(to), 1);
            vector_push(&stack, (struct frame){to, 0});
        }
    }
    vector_free(&stack);
}

static void loops_free(struct loops *l)
{
    map_free(&l->state);
    vector_free(&l->from);
    vector_free(&l->to);
}

typedef VECTOR(LLVMBasicBlockRef) blocks;

/* The blocks of a function that create or join threads. */
static void find_thread_blocks(struct front *f, LLVMValueRef function, blocks *out)
{
    static const char *const names[] = {"__heddle_create", "__heddle_join"};
    for (int k = 0; k < 2; k++) {
        LLVMValueRef known = LLVMGetNamedFunction(f->module, names[k]);
        if (!known)
            continue;
        each_use(u, known)
        {
            LLVMValueRef user = LLVMGetUser(u);
            LLVMBasicBlockRef block = calls(user, names[k]) ? LLVMGetInstructionParent(user) : NULL;
            if (block && LLVMGetBasicBlockParent(block) == function)
                vector_push(out, block);
        }
    }
}

/* The blocks from which the edge back can be reached without passing the head, and the head. */
static void loop_blocks(LLVMBasicBlockRef head, LLVMBasicBlockRef latch, struct map *seen)
{
    blocks todo = {0};
    map_put(seen, map_pointer_key(head), 1);
    if (latch != head) {
        map_put(seen, map_pointer_key(latch), 1);
        vector_push(&todo, latch);
    }
    while (todo.size) {
        LLVMBasicBlockRef b = vector_pop(&todo);
        each_use(u, LLVMBasicBlockAsValue(b))
        {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsAInstruction(user) || LLVMGetInstructionParent(user) == NULL || !LLVMIsATerminatorInst(user))
                continue;
            LLVMBasicBlockRef before = LLVMGetInstructionParent(user);
            if (!map_get(seen, map_pointer_key(before), NULL)) {
                map_put(seen, map_pointer_key(before), 1);
                vector_push(&todo, before);
            }
        }
    }
    vector_free(&todo);
}

/* in_loop gets the blocks of the loop, if there is anything to find. */
static bool loop_touches_threads(LLVMBasicBlockRef head, LLVMBasicBlockRef latch, const blocks *threads, struct map *in_loop)
{
    bool found = false;
    if (threads->size)
        loop_blocks(head, latch, in_loop);
    vector_each(const LLVMBasicBlockRef *, b, threads)
        found |= map_get(in_loop, map_pointer_key(*b), NULL);
    return found;
}

/* The blocks of main's loops over threads. */
static void main_thread_blocks(struct front *f, struct map *all)
{
    struct loops l = {.front = f};
    blocks threads = {0};
    find_loops(&l, LLVMGetEntryBasicBlock(f->main));
    find_thread_blocks(f, f->main, &threads);
    for (uint32_t i = 0; i < l.from.size; i++) {
        struct map in_loop = {0};
        if (loop_touches_threads(l.to.data[i], l.from.data[i], &threads, &in_loop))
            each_block(b, f->main) if (map_get(&in_loop, map_pointer_key(b), NULL)) map_put(all, map_pointer_key(b), 1);
        map_free(&in_loop);
    }
    vector_free(&threads);
    loops_free(&l);
}

static LLVMMetadataRef hint_node(struct front *f, const char *hint)
{
    LLVMMetadataRef text = LLVMMDStringInContext2(f->context, hint, strlen(hint));
    return LLVMMDNodeInContext2(f->context, &text, 1);
}

/* unroll: by a constant trip count, or by one that is small (LLVM has a hint for either). */
static void mark_loop(struct front *f, LLVMBasicBlockRef latch, bool unroll)
{
    LLVMMetadataRef self = LLVMTemporaryMDNode(f->context, NULL, 0);
    LLVMMetadataRef parts[] = {self, hint_node(f, unroll ? "llvm.loop.unroll.full" : "llvm.loop.unroll.disable"),
                               hint_node(f, "llvm.loop.unroll.enable")};
    LLVMMetadataRef node = LLVMMDNodeInContext2(f->context, parts, unroll ? 3 : 2);
    LLVMMetadataReplaceAllUsesWith(self, node); /* also frees it */
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(latch), LLVMGetMDKindIDInContext(f->context, "llvm.loop", 9),
                    LLVMMetadataAsValue(f->context, node));
}

static bool unroll(struct front *f)
{
    bool any = false;
    bound_vector bounds = {0};
    each_function(fn, f->module) if (is_defined(fn))
    {
        struct loops l = {.front = f};
        blocks threads = {0};
        find_loops(&l, LLVMGetEntryBasicBlock(fn));
        find_thread_blocks(f, fn, &threads);
        for (uint32_t i = 0; i < l.from.size; i++) {
            struct map in_loop = {0};
            bool touches = loop_touches_threads(l.to.data[i], l.from.data[i], &threads, &in_loop);
            if (touches)
                small_bounds_find(l.to.data[i], &in_loop, &bounds);
            map_free(&in_loop);
            mark_loop(f, l.from.data[i], touches);
            any |= touches;
        }
        vector_free(&threads);
        loops_free(&l);
    }
    small_bounds_write(f, &bounds);
    if (any)
        run_passes(f, "function(loop-unroll<O2;full-unroll-max=4096;no-partial;no-runtime;no-peeling;upperbound>)");
    small_bounds_remove(f, &bounds);
    if (any)
        run_passes(f, "function(instsimplify,sccp,adce)");
    return any;
}

static void replace_module(struct front *f, LLVMModuleRef m)
{
    LLVMDisposeModule(f->module);
    f->module = m;
    f->main = LLVMGetNamedFunction(m, "main");
    f->layout = LLVMGetModuleDataLayout(m);
}

/* With copies of main's own globals, if that makes all of main's loops over threads go: an engine that counts threads may prefer to
 * see a shared bound as it is. */
bool unroll_thread_loops(struct front *f)
{
    struct map before = {0}, after = {0};
    main_thread_blocks(f, &before);
    LLVMModuleRef untouched = before.size ? LLVMCloneModule(f->module) : NULL;
    bool any = false, tried = before.size && give_main_copies(f, &before);
    if (tried) {
        any = run_passes(f, "function(mem2reg,sccp,instsimplify,adce)") && unroll(f);
        main_thread_blocks(f, &after);
    }
    if (after.size)
        replace_module(f, untouched);
    else if (untouched)
        LLVMDisposeModule(untouched);
    if (!tried || after.size)
        any = unroll(f);
    map_free(&before);
    map_free(&after);
    return any;
}
