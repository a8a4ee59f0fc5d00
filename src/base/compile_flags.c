#include "base/compile_flags.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

enum form { ALONE, ATTACHED, EITHER }; /* the value: none, in the same argument, or there or in the next one */

static const struct {
    const char *name;
    enum form form;
    enum compile_value kind;
} honoured[] = {
    {"-D", EITHER, COMPILE_WORD},
    {"-U", EITHER, COMPILE_WORD},
    {"-I", EITHER, COMPILE_FOLDER},
    {"-isystem", EITHER, COMPILE_FOLDER},
    {"-iquote", EITHER, COMPILE_FOLDER},
    {"-idirafter", EITHER, COMPILE_FOLDER},
    {"-include", EITHER, COMPILE_FILE},
    {"-imacros", EITHER, COMPILE_FILE},
    {"-std=", ATTACHED, COMPILE_WORD},
    {"-fpack-struct=", ATTACHED, COMPILE_WORD},
    {"-ansi", ALONE, COMPILE_NO_VALUE},
    {"-trigraphs", ALONE, COMPILE_NO_VALUE},
    {"-undef", ALONE, COMPILE_NO_VALUE},
    {"-nostdinc", ALONE, COMPILE_NO_VALUE},
    {"-pthread", ALONE, COMPILE_NO_VALUE},
    {"-fsigned-char", ALONE, COMPILE_NO_VALUE},
    {"-funsigned-char", ALONE, COMPILE_NO_VALUE},
    {"-fno-signed-char", ALONE, COMPILE_NO_VALUE},
    {"-fno-unsigned-char", ALONE, COMPILE_NO_VALUE},
    {"-fshort-enums", ALONE, COMPILE_NO_VALUE},
    {"-fno-short-enums", ALONE, COMPILE_NO_VALUE},
    {"-fshort-wchar", ALONE, COMPILE_NO_VALUE},
    {"-fno-short-wchar", ALONE, COMPILE_NO_VALUE},
    {"-fpack-struct", ALONE, COMPILE_NO_VALUE},
    {"-fgnu89-inline", ALONE, COMPILE_NO_VALUE},
    {"-fno-gnu89-inline", ALONE, COMPILE_NO_VALUE},
    {"-fms-extensions", ALONE, COMPILE_NO_VALUE},
    {"-fcommon", ALONE, COMPILE_NO_VALUE},
    {"-fno-common", ALONE, COMPILE_NO_VALUE},
    {"-ffreestanding", ALONE, COMPILE_NO_VALUE},
    {"-fhosted", ALONE, COMPILE_NO_VALUE},
};
enum { HONOURED = sizeof honoured / sizeof *honoured };

bool compile_flag_read(const char *const *arguments, uint32_t count, struct compile_flag *out)
{
    assert(out && (arguments || !count));
    for (unsigned i = 0; count && i < HONOURED; i++) {
        if (!starts_with(arguments[0], honoured[i].name))
            continue;
        const char *rest = arguments[0] + strlen(honoured[i].name);
        bool next = !*rest && honoured[i].form == EITHER && count > 1 && *arguments[1];
        if ((honoured[i].form == ALONE) == (*rest != 0) && !next)
            continue;
        if (honoured[i].kind >= COMPILE_FOLDER && *(next ? arguments[1] : rest) == '-')
            continue; /* joined it would be another flag: -include-pch */
        *out = (struct compile_flag){honoured[i].name, honoured[i].kind, next ? arguments[1] : rest, next ? 2 : 1};
        return true;
    }
    if (count && starts_with(arguments[0], "--std=")) { /* gcc takes either */
        const char *short_form = arguments[0] + 1;
        return compile_flag_read(&short_form, 1, out);
    }
    /* -Wp,-DNAME: for the preprocessor, which is part of the compiler. */
    const char *inner = count && starts_with(arguments[0], "-Wp,") && !strchr(arguments[0] + 4, ',') ? arguments[0] + 4 : NULL;
    return inner && !starts_with(inner, "-Wp,") && compile_flag_read(&inner, 1, out);
}

bool is_compile_flag(const char *s)
{
    struct compile_flag f;
    return compile_flag_read(&s, 1, &f);
}

const char *compile_flag_join(const struct compile_flag *f, struct arena *words)
{
    return arena_printf(words, "%s%s", f->name, f->value);
}

/* Flags that say nothing about the meaning. */
static const char *const harmless_with_argument[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-u", "-z", "-Xlinker"};
/* clang-format off */
static const char *const harmless_begin[] = {
    "-W", "-O", "-g", "-M", "-L", "-l", "-o", "-pedantic", "-mtune=", "-save-temps", "-static", "-shared", "-nostdlib",
    "-nodefaultlibs", "-nostartfiles", "-fdiagnostics", "-fno-diagnostics", "-fcolor-", "-fno-color-",
    "-fmessage-length", "-fmax-errors", "-ferror-limit", "-fshow", "-fno-show", "-fcaret", "-fno-caret", "-fansi-escape",
    "-fstack-", "-fno-stack-", "-fvisibility", "-ffunction-sections", "-fdata-sections", "-flto", "-fno-lto",
    "-fprofile", "-fno-profile", "-fcoverage", "-fsanitize", "-fno-sanitize", "-fomit-frame", "-fno-omit-frame",
    "-fdebug", "-frandom-seed", "-fcf-protection", "-ftree", "-fno-tree", "-funroll", "-fno-unroll", "-finline",
    "-fno-inline", "-fipa", "-fno-ipa", "-fpeephole", "-falign", "-fno-semantic-interposition", "-fasynchronous",
    "-fno-asynchronous", "-funwind", "-fno-unwind", "-ftime", "-ffile-prefix-map", "-fmacro-prefix-map", "-fuse-ld", "-fident", "-fno-ident",
    "-fmerge-", "-fno-merge-", "-fgcse", "-fno-gcse", "-fvar-tracking", "-fno-var-tracking", "-freorder", "-fno-reorder",
    "-fno-jump-tables", "-ffat-lto", "-fno-fat-lto", "-fschedule", "-fno-schedule", "-fzero-call-used", "-fdelete-dead",
    "-fno-trapping-math", "-fno-signaling-nans", "-fexpensive"};
static const char *const harmless[] = {
    "-c", "-S", "-E", "-w", "-v", "-s", "-p", "-pg", "-pipe", "-pie", "-no-pie", "-rdynamic", "--coverage", "-fPIC",
    "-fpic", "-fPIE", "-fpie", "-fno-PIC", "-fno-pic", "-fno-PIE", "-fno-pie", "-fno-plt", "-fwrapv",
    "-fno-strict-aliasing", "-fstrict-aliasing", "-fno-delete-null-pointer-checks", "-fexceptions", "-fno-exceptions",
    "-fno-strict-overflow", "-fno-math-errno"};
/* clang-format on */

static bool is_one_of(const char *flag, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(flag, names[i]))
            return true;
    return false;
}
#define IS_ONE_OF(flag, names) is_one_of(flag, names, sizeof(names) / sizeof *(names))

bool is_harmless_flag(const char *flag, uint32_t *arguments)
{
    *arguments = IS_ONE_OF(flag, harmless_with_argument) ? 2 : 1;
    if (*arguments == 2 || IS_ONE_OF(flag, harmless))
        return true;
    if (starts_with(flag, "-Wp,") || !strcmp(flag, "-Ofast"))
        return false;
    for (size_t i = 0; i < sizeof harmless_begin / sizeof *harmless_begin; i++)
        if (starts_with(flag, harmless_begin[i]))
            return true;
    return false;
}
