/* Calls that _FORTIFY_SOURCE makes (__memcpy_chk and its relatives) become those of the plain functions: what they look at besides
 * (the size of the object, a flag) goes. A call that would write behind an object is undefined behaviour then, not an abort. */
#include "frontend/front.h"

#include "base/text.h"

#include <string.h>

enum { MOST_PARAMETERS = 16 };

static const struct fortified {
    const char *name, *plain;
    uint32_t dropped; /* bit i: parameter i goes */
} table[] = {
    {"__memcpy_chk", "memcpy", 1 << 3},
    {"__memmove_chk", "memmove", 1 << 3},
    {"__memset_chk", "memset", 1 << 3},
    {"__mempcpy_chk", "mempcpy", 1 << 3},
    {"__explicit_bzero_chk", "explicit_bzero", 1 << 2},
    {"__strcpy_chk", "strcpy", 1 << 2},
    {"__stpcpy_chk", "stpcpy", 1 << 2},
    {"__strcat_chk", "strcat", 1 << 2},
    {"__strncpy_chk", "strncpy", 1 << 3},
    {"__stpncpy_chk", "stpncpy", 1 << 3},
    {"__strncat_chk", "strncat", 1 << 3},
    {"__strlcpy_chk", "strlcpy", 1 << 3},
    {"__strlcat_chk", "strlcat", 1 << 3},
    {"__printf_chk", "printf", 1 << 0},
    {"__vprintf_chk", "vprintf", 1 << 0},
    {"__fprintf_chk", "fprintf", 1 << 1},
    {"__vfprintf_chk", "vfprintf", 1 << 1},
    {"__dprintf_chk", "dprintf", 1 << 1},
    {"__vdprintf_chk", "vdprintf", 1 << 1},
    {"__asprintf_chk", "asprintf", 1 << 1},
    {"__vasprintf_chk", "vasprintf", 1 << 1},
    {"__syslog_chk", "syslog", 1 << 1},
    {"__vsyslog_chk", "vsyslog", 1 << 1},
    {"__sprintf_chk", "sprintf", 1 << 1 | 1 << 2},
    {"__vsprintf_chk", "vsprintf", 1 << 1 | 1 << 2},
    {"__snprintf_chk", "snprintf", 1 << 2 | 1 << 3},
    {"__vsnprintf_chk", "vsnprintf", 1 << 2 | 1 << 3},
    {"__gets_chk", "gets", 1 << 1},
    {"__fgets_chk", "fgets", 1 << 1},
    {"__fgets_unlocked_chk", "fgets_unlocked", 1 << 1},
    {"__fread_chk", "fread", 1 << 1},
    {"__fread_unlocked_chk", "fread_unlocked", 1 << 1},
    {"__read_chk", "read", 1 << 3},
    {"__pread_chk", "pread", 1 << 4},
    {"__pread64_chk", "pread64", 1 << 4},
    {"__recv_chk", "recv", 1 << 3},
    {"__recvfrom_chk", "recvfrom", 1 << 3},
    {"__poll_chk", "poll", 1 << 3},
    {"__ppoll_chk", "ppoll", 1 << 4},
    {"__readlink_chk", "readlink", 1 << 3},
    {"__readlinkat_chk", "readlinkat", 1 << 4},
    {"__realpath_chk", "realpath", 1 << 2},
    {"__getcwd_chk", "getcwd", 1 << 2},
    {"__gethostname_chk", "gethostname", 1 << 2},
    {"__getlogin_r_chk", "getlogin_r", 1 << 2},
    {"__ttyname_r_chk", "ttyname_r", 1 << 3},
    {"__confstr_chk", "confstr", 1 << 3},
    {"__getgroups_chk", "getgroups", 1 << 2},
    {"__open_2", "open", 0},
    {"__open64_2", "open64", 0},
    {"__openat_2", "openat", 0},
    {"__longjmp_chk", "longjmp", 0},
    {"__posix_getopt", "getopt", 0}, /* what headers make of it without GNU's extensions: argv stays as it is */
};

/* The plain function as the caller has to see it: declared if it is not there. */
static LLVMValueRef plain_function(struct front *f, const struct fortified *t, LLVMTypeRef type)
{
    LLVMTypeRef parameters[MOST_PARAMETERS], kept[MOST_PARAMETERS];
    unsigned count = LLVMCountParamTypes(type), n = 0;
    LLVMValueRef known = LLVMGetNamedFunction(f->module, t->plain);
    if (known || count > MOST_PARAMETERS)
        return known;
    LLVMGetParamTypes(type, parameters);
    for (unsigned i = 0; i < count; i++)
        if (!(t->dropped >> i & 1))
            kept[n++] = parameters[i];
    return LLVMAddFunction(f->module, t->plain, LLVMFunctionType(LLVMGetReturnType(type), kept, n, LLVMIsFunctionVarArg(type)));
}

static void replace_call(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef plain, uint32_t dropped)
{
    VECTOR(LLVMValueRef) kept = {0};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (i >= 32 || !(dropped >> i & 1))
            vector_push(&kept, LLVMGetArgOperand(call, i));
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef again = LLVMBuildCall2(b, LLVMGlobalGetValueType(plain), plain, kept.data, kept.size, "");
    vector_free(&kept);
    LLVMReplaceAllUsesWith(call, again);
    LLVMInstructionEraseFromParent(call);
}

static void replace_function(struct front *f, const struct fortified *t)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, t->name), plain;
    VECTOR(LLVMValueRef) calls = {0};
    if (!fn || is_defined(fn) || !(plain = plain_function(f, t, LLVMGlobalGetValueType(fn))))
        return;
    each_use(u, fn)
    {
        LLVMValueRef call = LLVMGetUser(u);
        LLVMTypeRef type = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn ? LLVMTypeOf(call) : NULL;
        if (type && type == LLVMGetReturnType(LLVMGlobalGetValueType(plain)))
            vector_push(&calls, call);
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(LLVMValueRef *, c, &calls)
        replace_call(b, *c, plain, t->dropped);
    LLVMDisposeBuilder(b);
    vector_free(&calls);
}

/* gcc's own way of handing on any number of arguments, which clang does not have: a file that gcc has preprocessed with _FORTIFY_SOURCE has inline definitions of printf and its relatives
 * that are made of it, beside those of the library. */
static void drop_inline_copies(struct front *f)
{
    static const char *const packs[] = {"__builtin_va_arg_pack", "__builtin_va_arg_pack_len"};
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef pack = LLVMGetNamedFunction(f->module, packs[k]);
        VECTOR(LLVMValueRef) found = {0};
        for (LLVMUseRef u = pack ? LLVMGetFirstUse(pack) : NULL; u; u = LLVMGetNextUse(u))
            if (LLVMIsACallInst(LLVMGetUser(u)))
                vector_push(&found, LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u))));
        vector_each(LLVMValueRef *, fn, &found) {
            const char *name = value_name(*fn);
            LLVMValueRef outside =
                ends_with(name, ".inline") /* clang's name for it, of a builtin function */
                    ? LLVMGetNamedFunction(f->module, arena_strndup(&f->arena, name, strlen(name) - strlen(".inline")))
                    : NULL;
            if (outside)
                LLVMReplaceAllUsesWith(*fn, outside);
            if (is_defined(*fn) && (outside || LLVMGetLinkage(*fn) == LLVMAvailableExternallyLinkage))
                drop_body(*fn);
        }
        vector_free(&found);
    }
}

void replace_fortified(struct front *f)
{
    drop_inline_copies(f);
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        replace_function(f, &table[i]);
}
