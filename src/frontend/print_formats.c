/* Calls of the printf family. What they print has no effect, but %n stores a number, and for the property race %s reads what it is
 * given: a literal format is written out as calls of the models for each %s, or as a call that counts if it has %n, or if the number is
 * used and easy to find. Where races are not asked for, all calls that only make accesses go (models/heddle.h). */
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/cut.h"

struct printed {
    char kind;
    bool skips;              /* chooses its argument by a number: not understood */
    uint32_t argument;       /* behind the format */
    uint32_t precision_from; /* argument that holds the precision, or NONE */
    uint64_t precision;      /* UINT64_MAX: none */
};

/* The conversion at *f (behind the %), which is moved behind it; *next is the argument that comes next. */
static struct printed read_conversion(const char **f, uint32_t *next)
{
    struct printed c = {.precision_from = NONE, .precision = UINT64_MAX};
    const char *p = *f;
    p += strspn(p, "-+ #0'");
    while ((*p >= '0' && *p <= '9') || *p == '$' || *p == '*') {
        c.skips |= *p == '$';
        *next += *p++ == '*';
    }
    if (*p == '.') {
        p++;
        c.precision = 0;
        if (*p == '*') {
            c.precision_from = (*next)++;
            p++;
        }
        for (; *p >= '0' && *p <= '9'; p++)
            c.precision = 10 * c.precision + (uint64_t)(*p - '0');
    }
    p += strspn(p, "hlqjztL");
    c.kind = *p;
    c.argument = *p != '%' && *p != 'm' && *p ? (*next)++ : NONE;
    *f = *p ? p + 1 : p;
    return c;
}

/* Whether how much is printed can be counted without looking at memory. */
static bool is_simple(const char *text)
{
    uint32_t next = 0;
    for (const char *f = text; *f;)
        if (*f++ == '%') {
            struct printed c = read_conversion(&f, &next);
            if (c.skips || !c.kind || !strchr("diuxXop%", c.kind))
                return false;
        }
    return true;
}

bool format_has(const char *text, char kind)
{
    uint32_t next = 0;
    for (const char *f = text; *f;)
        if (*f++ == '%' && read_conversion(&f, &next).kind == kind)
            return true;
    return false;
}

static LLVMValueRef build_call(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef *arguments, unsigned n)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, arguments, n, "");
}

/* A call of a model with the format and what comes behind it. */
static LLVMValueRef build_variadic(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef call, unsigned format)
{
    unsigned n = LLVMGetNumArgOperands(call) - format;
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, n + 1);
    for (unsigned k = 0; k < n; k++)
        arguments[k] = LLVMGetArgOperand(call, format + k);
    return build_call(f, b, name, arguments, n);
}

static void build_reads(struct front *f, LLVMBuilderRef b, LLVMValueRef call, unsigned format, const char *text)
{
    LLVMTypeRef word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    unsigned given = LLVMGetNumArgOperands(call) - format - 1;
    uint32_t next = 0;
    while (*text) {
        if (*text++ != '%')
            continue;
        struct printed c = read_conversion(&text, &next);
        if (c.kind != 's' || c.skips || c.argument >= given || (c.precision_from != NONE && c.precision_from >= given))
            continue;
        LLVMValueRef most = LLVMConstInt(word, c.precision, false);
        if (c.precision_from != NONE) /* a negative one is none */
            most = LLVMBuildIntCast2(b, LLVMGetArgOperand(call, format + 1 + c.precision_from), word, true, "");
        LLVMValueRef arguments[] = {LLVMGetArgOperand(call, format + 1 + c.argument), most};
        if (LLVMGetTypeKind(LLVMTypeOf(arguments[0])) == LLVMPointerTypeKind)
            build_call(f, b, "__heddle_reads_text", arguments, 2);
    }
}

static void write_out(struct front *f, LLVMBuilderRef b, LLVMValueRef call, unsigned format)
{
    size_t length;
    if (LLVMGetNumArgOperands(call) <= format)
        return;
    const char *literal = constant_text(LLVMGetArgOperand(call, format), &length);
    const char *text = literal ? arena_strndup(&f->arena, literal, length) : NULL;
    LLVMPositionBuilderBefore(b, call);
    if (text && (format_has(text, 'n') || (LLVMGetFirstUse(call) && is_simple(text)))) {
        LLVMValueRef counted = build_variadic(f, b, "__heddle_counting_printf", call, format);
        if (LLVMGetFirstUse(call))
            LLVMReplaceAllUsesWith(call, counted);
        LLVMValueRef stream = LLVMGetArgOperand(call, 0);
        if (format && LLVMGetTypeKind(LLVMTypeOf(stream)) == LLVMPointerTypeKind)
            build_call(f, b, "__heddle_library_stream", &stream, 1);
        LLVMInstructionEraseFromParent(call);
    } else if (text && front_needs(f, NEEDS_ACCESSES)) {
        build_reads(f, b, call, format, text);
    } else if (!text) {
        build_variadic(f, b, "__heddle_print_unknown", call, format);
        if (front_needs(f, NEEDS_ACCESSES))
            build_variadic(f, b, "__heddle_reads_arguments", call, format);
    }
}

/* Where the format of such a function is; NONE if it is none. */
static uint32_t format_position(const char *name)
{
    static const struct {
        const char *name;
        uint32_t position;
    } printers[] = {{"printf", 0}, {"fprintf", 1}, {"dprintf", 1}, {"syslog", 1}};
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
        if (strcmp(name, printers[i].name) == 0)
            return printers[i].position;
    return NONE;
}

static bool only_accesses(const char *name)
{
    return strcmp(name, "__heddle_reads") == 0 || strcmp(name, "__heddle_writes") == 0 || starts_with(name, "__heddle_reads_");
}

static void replace(LLVMValueRef call, unsigned value)
{
    LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), value, false));
    LLVMInstructionEraseFromParent(call);
}

/* Whether the seed of random numbers is set in several places (models/random.c). */
static bool seeds_again(struct front *f)
{
    static const char *const seeders[] = {"srand", "srandom"};
    uint32_t calls = 0;
    for (size_t k = 0; k < sizeof seeders / sizeof *seeders; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, seeders[k]);
        if (fn)
            each_use(u, fn) calls++;
    }
    return calls > 1;
}

/* Whether assertions in comments count: 0, no; 1; 2: they do, but what they read would, too, for a property that is asked for besides. */
static unsigned asserts(const struct front *f)
{
    if (!property_in(f->options->properties, PROPERTY_REACH))
        return 0;
    return front_needs(f, NEEDS_ACCESSES | NEEDS_LIFETIMES | NEEDS_ARITHMETIC) ? 2 : 1;
}

static bool has_environment(const struct front *f)
{
    return LLVMGetNamedGlobal(f->module, "environ") || LLVMGetNamedGlobal(f->module, "__environ") ||
           LLVMGetNamedGlobal(f->module, "_environ");
}

void write_out_printing(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMValueRef next;
    enum worlds worlds = input_is_the_worlds(f);
    bool names_environment = has_environment(f), seeds = seeds_again(f), several = files_have_several_numbers(f),
         changes_input = changes_standard_input(f);
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        const char *name = called_name(i);
        LLVMValueRef callee = *name ? called_function(i) : NULL;
        if (!callee || LLVMGetStringAttributeAtIndex(callee, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
            continue;
        uint32_t format = f->wide || cuts(f) ? NONE : format_position(name); /* they have rows in library.def */
        if (format != NONE)
            write_out(f, b, i, format);
        else if (!f->wide && (strcmp(name, "sprintf") == 0 || strcmp(name, "snprintf") == 0 || strcmp(name, "asprintf") == 0))
            write_out_sprintf(f, b, i);
        else if (strcmp(name, "__heddle_races") == 0)
            replace(i, front_needs(f, NEEDS_ACCESSES));
        else if ((f->wide || cuts(f)) && strcmp(name, "__heddle_joins_again") == 0)
            replace(i, false);
        else if (strcmp(name, "__heddle_locks") == 0)
            replace(i, property_in(f->options->properties, PROPERTY_LOCKS));
        else if (strcmp(name, "__heddle_memory") == 0)
            replace(i, front_needs(f, NEEDS_LIFETIMES));
        else if (strcmp(name, "__heddle_asks_for_uncovered") == 0)
            replace(i, f->options->only_uncovered);
        else if (strcmp(name, "__heddle_asserts") == 0)
            replace(i, asserts(f));
        else if (strcmp(name, "__heddle_reads_numbers") == 0)
            replace(i, reads_argument_numbers(f));
        else if (strcmp(name, "__heddle_competition") == 0)
            replace(i, f->options->competition);
        else if (strcmp(name, "__heddle_reuses") == 0)
            replace(i, f->options->reuse);
        else if (strcmp(name, "__heddle_from_outside") == 0)
            replace(i, worlds == WORLDS_ALL);
        else if (strcmp(name, "__heddle_standard_input_outside") == 0)
            replace(i, !changes_input);
        else if (strcmp(name, "__heddle_names_environment") == 0)
            replace(i, names_environment);
        else if (strcmp(name, "__heddle_heard_outside") == 0)
            replace(i, worlds != WORLDS_NONE);
        else if (strcmp(name, "__heddle_seeds_again") == 0)
            replace(i, seeds);
        else if (strcmp(name, "__heddle_duplicates_files") == 0)
            replace(i, several);
        else if (only_accesses(name) && !front_needs(f, NEEDS_ACCESSES))
            LLVMInstructionEraseFromParent(i);
    }
    LLVMDisposeBuilder(b);
}

void lower_format_has(struct lower *w, LLVMValueRef call)
{
    expr kind = argument(w, call, 1);
    bool has = !expr_is_const(kind);
    const u32_vector *set = pointsto_of(w->pointsto, LLVMGetArgOperand(call, 0));
    vector_each(const uint32_t *, p, set) {
        const struct place *q = place_get(&w->pointsto->places, *p);
        const struct object *o = &w->pointsto->places.objects.data[q->object];
        size_t length = 0;
        const char *text = o->kind == OBJECT_GLOBAL ? constant_text(o->value, &length) : NULL;
        bool whole = text && !q->stride && q->first <= length;
        has |= !whole || format_has(arena_strndup(&w->front->arena, text + q->first, length - q->first), (char)kind->value);
    }
    set_value(w, call, expr_const(w->exprs, value_width(w, LLVMTypeOf(call)), has));
}
