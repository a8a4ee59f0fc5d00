/* Names and positions for the user. */
#include "frontend/names.h"

#include "frontend/debug_types.h"
#include "frontend/parts.h"

#include "base/text.h"
#include "frontend/regions.h"

#include <inttypes.h>
#include <stdio.h>
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

/* "[3].next" for the bits of a variable of this type that begin at offset, as far as they are told apart (not in a union); NULL: bytes
 * between fields. */
static const char *part_name(struct front *f, LLVMMetadataRef type, uint64_t offset, uint64_t size)
{
    struct text path = {0};
    LLVMMetadataRef t = debug_stripped(f, type);
    bool padding = false;
    while (t && (offset || size != LLVMDITypeGetSizeInBits(t))) {
        LLVMMetadataRef inner = NULL, elements = debug_tag(t) == TAG_STRUCT ? debug_elements(f, t) : NULL;
        uint64_t before = 0;
        padding = elements;
        for (unsigned k = 0; elements && k < debug_part_count(f, elements) && !inner; k++) {
            LLVMMetadataRef m = debug_part(f, elements, k);
            size_t length;
            before = LLVMDITypeGetOffsetInBits(m);
            if (offset < before || offset + size > before + LLVMDITypeGetSizeInBits(m))
                continue;
            const char *name = LLVMDITypeGetName(m, &length);
            text_printf(&path, ".%.*s", (int)length, name);
            inner = debug_stripped(f, debug_base(f, m));
            padding = false;
        }
        if (debug_tag(t) == TAG_ARRAY) {
            inner = debug_stripped(f, debug_base(f, t));
            uint64_t each = inner ? LLVMDITypeGetSizeInBits(inner) : 0;
            inner = each && debug_part_count(f, debug_elements(f, t)) == 1 ? inner : NULL;
            before = inner ? offset / each * each : 0;
            if (inner)
                text_printf(&path, "[%" PRIu64 "]", offset / each);
        }
        offset -= before;
        t = inner;
    }
    const char *words = padding ? NULL : arena_strdup(&f->arena, text_string(&path));
    text_free(&path);
    return words;
}

/* What a debug call says its value is: a variable, or the part of one that its expression names (LLVM's C interface gives expressions
 * as text alone). */
static const char *described_name(struct front *f, LLVMValueRef call)
{
    LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    const char *name = metadata_string(f, variable, 1), *part = "";
    uint64_t offset, size;
    char *expression = LLVMPrintValueToString(LLVMGetOperand(call, 2));
    const char *fragment = strstr(expression, "DW_OP_LLVM_fragment, ");
    if (fragment && sscanf(fragment, "DW_OP_LLVM_fragment, %" SCNu64 ", %" SCNu64, &offset, &size) == 2)
        part = part_name(f, debug_part(f, variable, 3), offset, size);
    LLVMDisposeMessage(expression);
    if (!name || !part)
        return name ? PADDING : NULL;
    return *part ? keep_string(f, arena_printf(&f->arena, "%s%s", name, part), (unsigned)(strlen(name) + strlen(part))) : name;
}

void variable_names(struct front *f, LLVMValueRef function, struct map *names)
{
    each_block(b, function) each_instruction(i, b)
    {
        if (!is_debug_call(i) || LLVMGetNumOperands(i) < 3)
            continue;
        LLVMValueRef wrapped = LLVMGetOperand(i, 0);
        if (!LLVMIsAValueAsMetadata(wrapped))
            continue;
        LLVMValueRef value;
        LLVMGetMDNodeOperands(wrapped, &value);
        if (!value || (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value)) || map_get(names, map_pointer_key(value), NULL))
            continue;
        const char *name = described_name(f, i);
        if (name)
            map_put(names, map_pointer_key(value), (uint64_t)(uintptr_t)name);
    }
}
