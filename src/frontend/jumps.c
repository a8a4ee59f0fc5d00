/* setjmp and longjmp (models/jumps.c), where inlining has brought both into one function: a landing has a number, which setjmp leaves in
 * the buffer, and longjmp is a switch over the landings of its function. Variables keep what they hold when the jump is made; one that is
 * not volatile, was changed in between and is read is indeterminate in C, and unsupported. A function that calls setjmp has a flag, its frame, that
 * says whether it has returned since. Where a jump finds no landing in its function it goes on in the caller (unwinding.c), or is unsupported; so is one to a landing whose function has
 * returned, or calls itself. */
#include "frontend/front.h"

#include "base/text.h"

struct jumps {
    struct front *front;
    LLVMBuilderRef b;
    LLVMTypeRef word;                       /* what is left in a buffer */
    uint64_t first;                         /* number of the first landing of this function */
    VECTOR(LLVMValueRef) sets, lands, goes; /* calls; a set leads to the landing with the same number */
    VECTOR(LLVMValueRef) frames;            /* by landing: NULL, or the flag of its function */
    VECTOR(bool) indeterminate;             /* by landing */
    VECTOR(LLVMValueRef) variables;
    struct left_variables *left;
};

/* --- frames, before anything is inlined --- */

static const char frame_mark[] = "__heddle_jump_frame"; /* a call that says whose frame the setjmp behind it has */

static bool sets_jump(LLVMValueRef i) { return calls(i, "setjmp") || calls(i, "_setjmp") || calls(i, "__sigsetjmp"); }

static void add_frame(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(f->context);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef frame = LLVMBuildAlloca(b, byte, "frame");
    while (LLVMIsAAllocaInst(first)) /* who puts something at the beginning puts it behind all variables */
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMSetMetadata(frame, LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1),
                    LLVMMDNodeInContext(f->context, NULL, 0));
    LLVMBuildStore(b, LLVMConstNull(byte), frame);
    each_block(block, function) each_instruction(i, block)
    {
        LLVMPositionBuilderBefore(b, i);
        if (sets_jump(i)) {
            LLVMBuildStore(b, LLVMConstInt(byte, 1, false), frame);
            call_with_pointer(f, b, frame_mark, frame);
        } else if (LLVMIsAReturnInst(i)) {
            LLVMBuildStore(b, LLVMConstNull(byte), frame);
        }
    }
}

void add_jump_frames(struct front *f)
{
    if (f->wide)
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module)
    {
        bool sets = false;
        if (LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
            each_block(block, fn) each_instruction(i, block) sets |= sets_jump(i);
        if (sets)
            add_frame(f, b, fn);
    }
    LLVMDisposeBuilder(b);
}

/* The mark before a set, in its block; NULL if there is none. */
static LLVMValueRef frame_of(LLVMValueRef set)
{
    while (set && !calls(set, frame_mark))
        set = LLVMGetPreviousInstruction(set);
    return set ? LLVMIsAAllocaInst(LLVMGetArgOperand(set, 0)) : NULL;
}

/* --- landings --- */

/* The landing behind a set: it begins the next block. */
static LLVMValueRef landing_of(LLVMValueRef set)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(set));
    if (!LLVMIsABranchInst(last) || LLVMGetNumSuccessors(last) != 1)
        return NULL;
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(last, 0));
    while (i && is_debug_call(i))
        i = LLVMGetNextInstruction(i);
    return i && calls(i, "__heddle_landing") ? i : NULL;
}

static void find(struct jumps *j, LLVMValueRef function)
{
    vector_clear(&j->sets);
    vector_clear(&j->lands);
    vector_clear(&j->goes);
    vector_clear(&j->frames);
    vector_clear(&j->variables);
    each_block(block, function) for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsAAllocaInst(i))
            vector_push(&j->variables, i);
        if (calls(i, "__heddle_set_jump") && landing_of(i)) {
            vector_push(&j->sets, i);
            vector_push(&j->lands, landing_of(i));
            vector_push(&j->frames, frame_of(i));
        }
        if (calls(i, "__heddle_jump") || calls(i, "__heddle_jump_to_handler"))
            vector_push(&j->goes, i);
        if (calls(i, "__heddle_land_again")) {
            LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
            LLVMInstructionEraseFromParent(i);
        }
    }
}

/* --- variables that C leaves indeterminate --- */

typedef VECTOR(LLVMBasicBlockRef) blocks;

/* Where a variable is accessed. Nobody else has its address, so its uses are all there is. */
struct accesses {
    VECTOR(LLVMValueRef) reads, writes; /* copies are both */
    struct map stored;                  /* blocks that store to all of it */
};

/* False: somebody else may have its address, so that it is in memory. Otherwise a compiler may keep it in a register, which a jump sets back, or
 * not. */
static bool find_accesses(LLVMValueRef pointer, bool whole, struct accesses *out)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
        if (stores && whole)
            map_put(&out->stored, map_pointer_key(LLVMGetInstructionParent(user)), 1);
        bool copies = starts_with(called_name(user), "llvm.mem");
        if (stores || copies)
            vector_push(&out->writes, user);
        if (LLVMIsALoadInst(user) || copies)
            vector_push(&out->reads, user);
        if (!stores && !LLVMIsALoadInst(user) && !(LLVMIsAGetElementPtrInst(user) && find_accesses(user, false, out)) &&
            !starts_with(called_name(user), "llvm."))
            return false;
    }
    return true;
}

/* All blocks that can be reached from this one, itself included. */
static void reach(LLVMBasicBlockRef from, struct map *seen)
{
    blocks waiting = {0};
    vector_push(&waiting, from);
    while (waiting.size) {
        LLVMBasicBlockRef b = vector_pop(&waiting);
        if (map_get(seen, map_pointer_key(b), NULL))
            continue;
        map_put(seen, map_pointer_key(b), 1);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
            vector_push(&waiting, LLVMGetSuccessor(last, k));
    }
    vector_free(&waiting);
}

static bool is_in(const struct map *set, LLVMValueRef instruction)
{
    return map_get(set, map_pointer_key(LLVMGetInstructionParent(instruction)), NULL);
}

static bool comes_behind_store(LLVMValueRef read, LLVMValueRef variable)
{
    for (LLVMValueRef i = LLVMGetPreviousInstruction(read); i; i = LLVMGetPreviousInstruction(i))
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
            return true;
    return false;
}

/* The blocks at whose beginning the variable may be read before it is written: from the reads backwards, which is not far for most variables. */
static void find_live(LLVMValueRef variable, const struct accesses *a, struct map *live)
{
    blocks waiting = {0};
    vector_each(const LLVMValueRef *, i, &a->reads)
        if (!(is_in(&a->stored, *i) && comes_behind_store(*i, variable)))
            vector_push(&waiting, LLVMGetInstructionParent(*i));
    while (waiting.size) {
        LLVMBasicBlockRef b = vector_pop(&waiting);
        if (map_get(live, map_pointer_key(b), NULL))
            continue;
        map_put(live, map_pointer_key(b), 1);
        each_use(u, LLVMBasicBlockAsValue(b)) if (LLVMIsATerminatorInst(LLVMGetUser(u)) && !is_in(&a->stored, LLVMGetUser(u)))
            vector_push(&waiting, LLVMGetInstructionParent(LLVMGetUser(u)));
    }
    vector_free(&waiting);
}

/* The blocks from which a jump may come without another call of this setjmp, which would be the one that counts. */
static void find_jumping(const struct jumps *j, LLVMBasicBlockRef set, struct map *out)
{
    blocks waiting = {0};
    vector_each(const LLVMValueRef *, call, &j->goes)
        vector_push(&waiting, LLVMGetInstructionParent(*call));
    while (waiting.size) {
        LLVMBasicBlockRef b = vector_pop(&waiting);
        if (b == set || map_get(out, map_pointer_key(b), NULL))
            continue;
        map_put(out, map_pointer_key(b), 1);
        each_use(u, LLVMBasicBlockAsValue(b)) if (LLVMIsATerminatorInst(LLVMGetUser(u)))
            vector_push(&waiting, LLVMGetInstructionParent(LLVMGetUser(u)));
    }
    vector_free(&waiting);
}

/* Whether one of these instructions may be executed between the setjmp of a landing and a jump to it. */
static bool happens_between(const struct jumps *j, uint32_t landing, const struct accesses *a)
{
    struct map behind = {0}, jumping = {0};
    bool found = false;
    reach(LLVMGetInstructionParent(j->lands.data[landing]), &behind);
    find_jumping(j, LLVMGetInstructionParent(j->sets.data[landing]), &jumping);
    vector_each(const LLVMValueRef *, i, &a->writes)
        found |= is_in(&behind, *i) && is_in(&jumping, *i);
    map_free(&behind);
    map_free(&jumping);
    return found;
}

/* A landing behind which a variable is read that is not volatile, and was changed behind setjmp. */
static void find_indeterminate(struct jumps *j, LLVMValueRef variable)
{
    struct accesses a = {0};
    struct map live = {0};
    if (find_accesses(variable, true, &a) && a.writes.size) {
        find_live(variable, &a, &live);
        for (uint32_t k = 0; k < j->lands.size; k++)
            if (!j->indeterminate.data[k] && is_in(&live, j->lands.data[k]))
                j->indeterminate.data[k] = happens_between(j, k, &a);
    }
    vector_free(&a.reads);
    vector_free(&a.writes);
    map_free(&a.stored);
    map_free(&live);
}

static LLVMBasicBlockRef nowhere(struct jumps *j, LLVMValueRef function, const char *reason)
{
    struct front *f = j->front;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(f->context, function, "");
    LLVMPositionBuilderAtEnd(j->b, block);
    LLVMValueRef text = LLVMBuildGlobalString(j->b, reason, "reason");
    LLVMBuildCall2(j->b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
    LLVMBuildUnreachable(j->b);
    return block;
}

/* The landing becomes a phi: 0 from its set, and from the loop around it, which is never taken. */
static LLVMValueRef open_landing(struct jumps *j, LLVMValueRef landing)
{
    LLVMTypeRef t = LLVMTypeOf(landing);
    LLVMValueRef none = LLVMConstInt(t, 0, false);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(landing);
    LLVMPositionBuilderBefore(j->b, LLVMGetFirstInstruction(block));
    LLVMValueRef phi = LLVMBuildPhi(j->b, t, "jumped");
    each_use(u, LLVMBasicBlockAsValue(block)) if (LLVMIsATerminatorInst(LLVMGetUser(u)))
    {
        LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
        LLVMAddIncoming(phi, &none, &from, 1);
    }
    LLVMReplaceAllUsesWith(landing, phi);
    LLVMInstructionEraseFromParent(landing);
    return phi;
}

/* A block that goes to the landing if its function has not returned. */
static LLVMBasicBlockRef check_frame(struct jumps *j, LLVMBasicBlockRef landing, LLVMValueRef frame)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(landing);
    LLVMBasicBlockRef gone = nowhere(j, function, "longjmp to a function that has returned");
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(j->front->context, function, "");
    LLVMTypeRef byte = LLVMInt8TypeInContext(j->front->context);
    LLVMPositionBuilderAtEnd(j->b, block);
    LLVMValueRef there = LLVMBuildICmp(j->b, LLVMIntNE, LLVMBuildLoad2(j->b, byte, frame, ""), LLVMConstNull(byte), "");
    LLVMBuildCondBr(j->b, there, landing, gone);
    return block;
}

/* A block that returns to the caller, where the jump goes on. */
static LLVMBasicBlockRef leaving(struct jumps *j, LLVMValueRef call)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(j->front->context, function, "");
    LLVMPositionBuilderAtEnd(j->b, block);
    end_left_variables(j->left, j->b, call, NULL);
    leave_by_jump(j->front, j->b, call);
    return block;
}

/* A block that ends what the jump leaves; or the landing, if there is none. */
static LLVMBasicBlockRef end_variables(struct jumps *j, LLVMValueRef call, uint32_t landing)
{
    LLVMBasicBlockRef to = LLVMGetInstructionParent(j->lands.data[landing]);
    if (!leaves_variables(j->left, call, j->sets.data[landing]))
        return to;
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(j->front->context, LLVMGetBasicBlockParent(to), "");
    LLVMPositionBuilderAtEnd(j->b, block);
    end_left_variables(j->left, j->b, call, j->sets.data[landing]);
    LLVMBuildBr(j->b, to);
    return block;
}

static void jump(struct jumps *j, LLVMValueRef call)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(call), otherwise;
    LLVMValueRef function = LLVMGetBasicBlockParent(from);
    otherwise = is_left_by_jumps(function) ? leaving(j, call) : nowhere(j, function, "longjmp to another function");
    LLVMValueRef value = LLVMGetArgOperand(call, 1), last;
    LLVMPositionBuilderBefore(j->b, call);
    LLVMValueRef where = LLVMBuildLoad2(j->b, j->word, LLVMGetArgOperand(call, 0), "");
    while ((last = LLVMGetLastInstruction(from)) != call) /* nothing comes back from a jump */
        LLVMInstructionEraseFromParent(last);
    LLVMPositionBuilderAtEnd(j->b, from);
    LLVMValueRef choice = LLVMBuildSwitch(j->b, where, otherwise, j->lands.size);
    for (uint32_t k = 0; k < j->lands.size; k++) {
        LLVMBasicBlockRef land = LLVMGetInstructionParent(j->lands.data[k]), to;
        bool to_handler = calls(call, "__heddle_jump_to_handler"); /* only what glibc's macros do comes behind its landing */
        if (may_call_itself(function)) {                           /* which of its calls has set it is not known */
            to = nowhere(j, function, "longjmp to a function that calls itself");
        } else if (j->indeterminate.data[k] && !to_handler) {
            to = nowhere(j, function, "a variable that setjmp leaves indeterminate: it is changed and not volatile");
        } else if (may_leave_array(j->left, call, j->sets.data[k])) {
            to = nowhere(j, function, "a jump out of a block with an array of variable length");
        } else {
            LLVMBasicBlockRef by = to = end_variables(j, call, k);
            if (j->frames.data[k] && !to_handler) {
                to = check_frame(j, to, j->frames.data[k]);
                by = by == land ? to : by;
            }
            by = by == land ? from : by;
            LLVMAddIncoming(j->lands.data[k], &value, &by, 1);
        }
        LLVMAddCase(choice, LLVMConstInt(j->word, j->first + k, false), to);
    }
    LLVMInstructionEraseFromParent(call);
}

static void drop_marks(LLVMValueRef function)
{
    LLVMValueRef next;
    each_block(block, function) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (calls(i, frame_mark))
            LLVMInstructionEraseFromParent(i);
    }
}

static void connect(struct jumps *j, LLVMValueRef function)
{
    find(j, function);
    for (uint32_t k = 0; k < j->sets.size; k++) {
        LLVMValueRef set = j->sets.data[k];
        j->lands.data[k] = open_landing(j, j->lands.data[k]);
        LLVMPositionBuilderBefore(j->b, set);
        j->sets.data[k] = LLVMBuildStore(j->b, LLVMConstInt(j->word, j->first + k, false), LLVMGetArgOperand(set, 0));
        LLVMInstructionEraseFromParent(set);
    }
    struct map calls = {0};
    vector_each(const LLVMValueRef *, set, &j->sets)
        map_put(&calls, map_pointer_key(*set), 1);
    vector_each(const LLVMValueRef *, call, &j->goes)
        map_put(&calls, map_pointer_key(*call), 1);
    j->left = find_left_variables(j->front, function, &calls);
    map_free(&calls);
    vector_clear(&j->indeterminate);
    for (uint32_t k = 0; k < j->lands.size; k++)
        vector_push(&j->indeterminate, false);
    unsigned is_volatile = LLVMGetMDKindIDInContext(j->front->context, VOLATILE_LOCAL, sizeof VOLATILE_LOCAL - 1);
    if (j->lands.size && j->goes.size)
        vector_each(const LLVMValueRef *, v, &j->variables)
            if (!LLVMGetMetadata(*v, is_volatile))
                find_indeterminate(j, *v);
    vector_each(LLVMValueRef *, call, &j->goes)
        jump(j, *call);
    left_variables_free(j->left);
    drop_marks(function);
    j->first += j->lands.size;
}

void connect_jumps(struct front *f)
{
    if (f->wide || (!LLVMGetNamedFunction(f->module, "__heddle_jump") && !LLVMGetNamedFunction(f->module, "__heddle_set_jump")))
        return;
    struct jumps j = {.front = f, .b = LLVMCreateBuilderInContext(f->context), .first = f->landings + 1};
    j.word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    each_function(fn, f->module) if (is_defined(fn)) connect(&j, fn);
    f->landings = j.first;
    LLVMDisposeBuilder(j.b);
    vector_free(&j.sets);
    vector_free(&j.lands);
    vector_free(&j.goes);
    vector_free(&j.frames);
    vector_free(&j.variables);
    vector_free(&j.indeterminate);
}
