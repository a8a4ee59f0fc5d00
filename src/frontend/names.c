/* Names and positions for the user. */
#include "frontend/names.h"

#include "frontend/parts.h"

#include "base/text.h"
#include "frontend/regions.h"

#include <unistd.h>

LLVMValueRef metadata_operand(struct front *f, LLVMMetadataRef node, unsigned k)
{
    LLVMValueRef v = LLVMMetadataAsValue(f->context, node);
    unsigned n = LLVMGetMDNodeNumOperands(v);
    if (k >= n)
        return NULL;
    LLVMValueRef *all = ARENA_ARRAY(&f->arena, LLVMValueRef, n);
    LLVMGetMDNodeOperands(v, all);
    return all[k];
}

const char *metadata_string(struct front *f, LLVMMetadataRef node, unsigned k)
{
    LLVMValueRef v = metadata_operand(f, node, k);
    unsigned length;
    const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &length) : NULL;
    return s ? arena_strndup(f->kept, s, length) : NULL;
}

/* One copy in the program. */
static const char *keep_string(struct front *f, const char *s, unsigned length)
{
    uint32_t id = intern_add(&f->strings, s, length, NULL);
    uint64_t kept;
    if (!map_get(&f->kept_strings, id, &kept)) {
        kept = (uint64_t)(uintptr_t)arena_strndup(f->kept, s, length);
        map_put(&f->kept_strings, id, kept);
    }
    return (const char *)(uintptr_t)kept;
}

static const char *scope_function(struct front *f, LLVMMetadataRef scope)
{
    uint64_t known;
    if (map_get(&f->scope_names, map_pointer_key(scope), &known))
        return (const char *)(uintptr_t)known;
    LLVMMetadataRef s = scope;
    while (s && LLVMGetMetadataKind(s) != LLVMDISubprogramMetadataKind) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(s);
        if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) {
            s = NULL;
            break;
        }
        LLVMValueRef parent = metadata_operand(f, s, 1);
        s = parent ? LLVMValueAsMetadata(parent) : NULL;
    }
    const char *name = s ? metadata_string(f, s, 2) : NULL;
    map_put(&f->scope_names, map_pointer_key(scope), (uint64_t)(uintptr_t)name);
    return name;
}

/* As the user would write it: clang splits an absolute name so that the folder may be another than the current one. */
const char *file_name(struct front *f, LLVMMetadataRef file)
{
    unsigned length, folder_length;
    char here[4096];
    const char *name = LLVMDIFileGetFilename(file, &length), *folder = LLVMDIFileGetDirectory(file, &folder_length);
    bool absolute = length && name[0] == '/';
    if (absolute || !folder_length ||
        (getcwd(here, sizeof here) && strlen(here) == folder_length && !strncmp(here, folder, folder_length)))
        return keep_string(f, name, length);
    const char *joined = arena_printf(&f->arena, "%.*s/%.*s", (int)folder_length, folder, (int)length, name);
    return keep_string(f, joined, (unsigned)strlen(joined));
}

struct position position_of(struct front *f, LLVMValueRef instruction)
{
    struct position p = {0};
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
    if (!at)
        return p;
    p.line = LLVMDILocationGetLine(at);
    p.column = LLVMDILocationGetColumn(at);
    p.part = part_of(instruction);
    LLVMMetadataRef scope = LLVMDILocationGetScope(at);
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    p.file = file ? file_name(f, file) : NULL;
    p.function = scope ? scope_function(f, scope) : NULL;
    return p;
}

struct position function_position(struct front *f, LLVMValueRef function)
{
    struct position p = {0};
    LLVMMetadataRef program = LLVMGetSubprogram(function), file = program ? LLVMDIScopeGetFile(program) : NULL;
    if (!program)
        return p;
    p.line = LLVMDISubprogramGetLine(program);
    p.function = scope_function(f, program);
    p.file = file ? file_name(f, file) : NULL;
    return p;
}

const char *plain_name(struct front *f, const char *name)
{
    size_t n = strlen(name);
    for (;;) {
        size_t m = n;
        while (m && name[m - 1] >= '0' && name[m - 1] <= '9')
            m--;
        if (m > 2 && name[m - 1] == 'i' && name[m - 2] == '.') {
            n = m - 2;
            continue;
        }
        if (m > 1 && m < n && name[m - 1] == '.') {
            n = m - 1;
            continue;
        }
        break;
    }
    if (n > 5 && strncmp(name + n - 5, ".addr", 5) == 0)
        n -= 5;
    return arena_strndup(&f->arena, name, n);
}

void variable_names(struct front *f, LLVMValueRef function, struct map *names)
{
    each_block(b, function) each_instruction(i, b)
    {
        if (!is_debug_call(i) || LLVMGetNumOperands(i) < 3)
            continue;
        LLVMValueRef wrapped = LLVMGetOperand(i, 0), variable = LLVMGetOperand(i, 1);
        if (!LLVMIsAValueAsMetadata(wrapped))
            continue;
        LLVMValueRef value;
        LLVMGetMDNodeOperands(wrapped, &value);
        if (!value || (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value)) || map_get(names, map_pointer_key(value), NULL))
            continue;
        const char *name = metadata_string(f, LLVMValueAsMetadata(variable), 1);
        if (name)
            map_put(names, map_pointer_key(value), (uint64_t)(uintptr_t)name);
    }
}
