/* Objects and their members as C names them, and their shapes for reports (program/objects.h). Variables are found through llvm.dbg.declare and the metadata of globals; memory from
 * malloc has the type that it is used with, looked up by the name of its struct. Without debug information members are numbered. */
#include "frontend/debug_types.h"
#include "frontend/names.h"
#include "frontend/regions.h"

#include "base/text.h"

static void remember_struct(struct front *f, const char *name, LLVMMetadataRef t)
{
    uint32_t id = intern_add(&f->struct_names, name, strlen(name), NULL);
    if (!map_get(&f->struct_types, id, NULL))
        map_put(&f->struct_types, id, (uint64_t)(uintptr_t)t);
}

/* All structs that can be reached from t, by name. */
static void collect_types(struct front *f, LLVMMetadataRef t, struct map *seen, unsigned depth)
{
    if (!debug_is_type(t) || map_get(seen, map_pointer_key(t), NULL) || depth > 40)
        return;
    map_put(seen, map_pointer_key(t), 1);
    unsigned tag = debug_tag(t);
    if (tag == TAG_TYPEDEF) {
        LLVMMetadataRef target = debug_stripped(f, t);
        const char *name = metadata_string(f, t, 2);
        if (name && (debug_tag(target) == TAG_STRUCT || debug_tag(target) == TAG_UNION))
            remember_struct(f, name, target);
    }
    if (tag == TAG_STRUCT || tag == TAG_UNION) {
        const char *name = metadata_string(f, t, 2);
        if (name)
            remember_struct(f, name, t);
        LLVMMetadataRef elements = debug_part(f, t, 4);
        unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, elements)) : 0;
        for (unsigned k = 0; k < n; k++)
            collect_types(f, debug_part(f, elements, k), seen, depth + 1);
    }
    if (tag)
        collect_types(f, debug_base(f, t), seen, depth + 1);
}

static void declare(struct front *f, LLVMValueRef value, LLVMMetadataRef variable, struct map *seen)
{
    if (value)
        map_put(&f->declared, map_pointer_key(value), (uint64_t)(uintptr_t)variable);
    collect_types(f, debug_part(f, variable, 3), seen, 0);
}

void members_collect(struct front *f)
{
    struct map seen = {0};
    each_global(g, f->module)
    {
        size_t n = 0;
        LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
        for (unsigned i = 0; i < n; i++) {
            LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(all, i);
            if (LLVMGetMetadataKind(m) == LLVMDIGlobalVariableExpressionMetadataKind)
                declare(f, g, LLVMDIGlobalVariableExpressionGetVariable(m), &seen);
        }
        LLVMDisposeValueMetadataEntries(all);
    }
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        if (!is_debug_call(i) || LLVMGetNumOperands(i) < 3 || !LLVMIsAValueAsMetadata(LLVMGetOperand(i, 0)))
            continue;
        LLVMValueRef value = NULL;
        LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &value);
        bool is_home = starts_with(called_name(i), "llvm.dbg.declare"); /* not a pointer that holds its address */
        declare(f, is_home && value && LLVMIsAAllocaInst(value) ? value : NULL, LLVMValueAsMetadata(LLVMGetOperand(i, 1)), &seen);
    }
    map_free(&seen);
}

static LLVMMetadataRef variable_of(struct front *f, const struct object *o)
{
    uint64_t found;
    return map_get(&f->declared, map_pointer_key(o->value), &found) ? (LLVMMetadataRef)(uintptr_t)found : NULL;
}

/* Of one, where there are several. */
static LLVMTypeRef one_of(const struct object *o) { return o->type ? o->type : o->called; }

static LLVMMetadataRef type_of(struct front *f, const struct object *o)
{
    LLVMMetadataRef variable = variable_of(f, o);
    LLVMTypeRef one = one_of(o);
    if (variable)
        return debug_part(f, variable, 3);
    if (o->kind != OBJECT_HEAP || !one || LLVMGetTypeKind(one) != LLVMStructTypeKind || LLVMIsLiteralStruct(one))
        return NULL;
    const char *name = LLVMGetStructName(one), *dot = name ? strchr(name, '.') : NULL;
    if (!dot)
        return NULL;
    const char *plain = plain_name(f, dot + 1);
    uint32_t id = intern_find(&f->struct_names, plain, strlen(plain));
    uint64_t found;
    return id != INTERN_NONE && map_get(&f->struct_types, id, &found) ? (LLVMMetadataRef)(uintptr_t)found : NULL;
}

/* The member of a struct or union that covers the byte. */
static LLVMMetadataRef member_at(struct front *f, LLVMMetadataRef t, uint64_t offset)
{
    LLVMMetadataRef elements = debug_part(f, t, 4);
    unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, elements)) : 0;
    for (unsigned k = 0; k < n; k++) {
        LLVMMetadataRef m = debug_part(f, elements, k);
        if (debug_tag(m) != TAG_MEMBER)
            continue;
        uint64_t first = LLVMDITypeGetOffsetInBits(m), size = LLVMDITypeGetSizeInBits(m);
        if (8 * offset + 7 >= first && 8 * offset < first + size)
            return m;
    }
    return NULL;
}

/* Appends the path to the byte, with the indices of arrays if asked for; returns the type there, NULL if unknown. */
static LLVMMetadataRef append_path(struct front *f, LLVMMetadataRef t, uint64_t offset, bool indices, struct text *out)
{
    while ((t = debug_stripped(f, t))) {
        unsigned tag = debug_tag(t);
        if (tag == TAG_STRUCT || tag == TAG_UNION) {
            LLVMMetadataRef m = member_at(f, t, offset);
            if (!m)
                return NULL;
            const char *name = metadata_string(f, m, 2);
            if (name && *name)
                text_printf(out, ".%s", name);
            offset -= LLVMDITypeGetOffsetInBits(m) / 8 < offset ? LLVMDITypeGetOffsetInBits(m) / 8 : offset;
            t = debug_base(f, m);
        } else if (tag == TAG_ARRAY) {
            LLVMMetadataRef element = debug_base(f, t), dimensions = debug_part(f, t, 4);
            unsigned n = dimensions ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, dimensions)) : 1;
            uint64_t size = element ? LLVMDITypeGetSizeInBits(debug_stripped(f, element)) / 8 : 0;
            if (!size)
                return NULL;
            if (indices && n == 1)
                text_printf(out, "[%llu]", (unsigned long long)(offset / size));
            else
                while (n--)
                    text_append(out, "[]");
            offset %= size;
            t = element;
        } else {
            return t;
        }
    }
    return NULL;
}

static uint64_t within_one(struct front *f, const struct object *o, uint64_t offset)
{
    uint64_t size = one_of(o) ? type_size(f, one_of(o)) : 0;
    return o->kind == OBJECT_HEAP && size ? offset % size : offset;
}

const char *member_name(struct front *f, const struct object *o, uint64_t offset, bool indices)
{
    struct text t = {0};
    LLVMMetadataRef type = type_of(f, o);
    if (o->kind == OBJECT_HEAP && one_of(o) && type_size(f, one_of(o)) && o->size > type_size(f, one_of(o)))
        text_append(&t, "[]");
    if (!type || !append_path(f, type, within_one(f, o, offset), indices, &t))
        if (!type && (o->size > f->pointer_bytes || within_one(f, o, offset)))
            text_printf(&t, ".at%llu", (unsigned long long)within_one(f, o, offset));
    char *s = arena_strdup(&f->arena, text_string(&t));
    text_free(&t);
    return s;
}

/* The debug type of what lies at the offset; NULL if unknown. */
static LLVMMetadataRef type_at(struct front *f, const struct object *o, uint64_t offset)
{
    struct text path = {0};
    LLVMMetadataRef type = type_of(f, o);
    type = type ? append_path(f, type, within_one(f, o, offset), false, &path) : NULL;
    text_free(&path);
    return type;
}

bool member_is_pointer(struct front *f, const struct object *o, uint64_t offset)
{
    if (!type_of(f, o))
        return o->type && LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
    return debug_tag(type_at(f, o, offset)) == TAG_POINTER;
}

/* "unsigned int", "double"; NULL of what is not built into C. */
static const char *basic_name(LLVMMetadataRef type)
{
    size_t length;
    return type && LLVMGetMetadataKind(type) == LLVMDIBasicTypeMetadataKind ? LLVMDITypeGetName(type, &length) : NULL;
}

static bool is_unsigned_name(const char *name) { return name && (strstr(name, "unsigned") || strstr(name, "_Bool")); }

static bool is_float_name(const char *name, uint64_t bytes)
{
    return name && !strcmp(name, bytes == sizeof(float) ? "float" : bytes == sizeof(double) ? "double" : "");
}

bool member_is_unsigned(struct front *f, const struct object *o, uint64_t offset)
{
    return is_unsigned_name(basic_name(type_at(f, o, offset)));
}

bool member_is_float(struct front *f, const struct object *o, uint64_t offset, unsigned bytes)
{
    return is_float_name(basic_name(type_at(f, o, offset)), bytes);
}

const char *member_enumerators(struct front *f, const struct object *o, uint64_t offset)
{
    return debug_enumerators(f, type_at(f, o, offset));
}

/* Memory that no line of the program allocates: a function without text gives it, or it holds the arguments of main. */
static const char *given_name(struct front *f, const struct object *o)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(o->value));
    return function == f->main ? "argv" : arena_printf(&f->arena, "%s()", value_name(function));
}

static uint32_t line_of_call(struct front *f, const struct object *o)
{
    return o->kind == OBJECT_HEAP ? position_of(f, o->value).line : 0;
}

void objects_tell_apart(struct front *f, struct places *p)
{
    struct map last = {0}; /* by line: the object that was found last */
    vector_each(struct object *, o, &p->objects) {
        uint64_t line = line_of_call(f, o), before;
        if (!line)
            continue;
        if (map_get(&last, line, &before)) {
            struct object *other = &p->objects.data[before];
            other->twin = other->twin ? other->twin : 1;
            o->twin = other->twin + 1;
        }
        map_put(&last, line, (uint64_t)(o - p->objects.data));
    }
    map_free(&last);
}

const char *object_name(struct front *f, const struct object *o)
{
    const char *name = object_name_of_all(f, o);
    return o->twin ? arena_printf(&f->arena, "%s#%u", name, o->twin) : name;
}

const char *object_name_of_all(struct front *f, const struct object *o)
{
    uint32_t line = line_of_call(f, o);
    if (o->kind == OBJECT_HEAP)
        return !line && f->wide ? given_name(f, o) : arena_printf(&f->arena, "malloc@%u", line);
    LLVMMetadataRef variable = variable_of(f, o);
    const char *name = variable ? metadata_string(f, variable, 1) : NULL;
    if (name)
        return name;
    return o->kind == OBJECT_STACK ? plain_name(f, value_name(o->value)) : value_name(o->value);
}

struct position object_position(struct front *f, const struct object *o)
{
    if (o->kind == OBJECT_HEAP)
        return position_of(f, o->value);
    LLVMMetadataRef variable = variable_of(f, o), file = variable ? LLVMDIVariableGetFile(variable) : NULL;
    struct position p = {.line = variable ? LLVMDIVariableGetLine(variable) : 0};
    p.file = file ? file_name(f, file) : NULL;
    return p;
}

/* --- shapes --- */

static const struct memory_shape *shape_of_type(struct front *f, LLVMMetadataRef t, struct map *known);

static const struct memory_shape *scalar_shape(struct front *f, uint64_t size)
{
    struct memory_shape *s = ARENA_NEW(&f->program->arena, struct memory_shape);
    *s = (struct memory_shape){.kind = SHAPE_SCALAR, .size = size};
    return s;
}

static const struct memory_shape *typed_shape(struct front *f, LLVMMetadataRef t)
{
    uint64_t size = debug_is_type(t) ? LLVMDITypeGetSizeInBits(t) / 8 : 0;
    const char *name = basic_name(t), *enumerators = debug_enumerators(f, t);
    struct memory_shape *s = ARENA_NEW(&f->program->arena, struct memory_shape);
    *s = (struct memory_shape){.kind = SHAPE_SCALAR, .size = size};
    s->is_pointer = debug_tag(t) == TAG_POINTER;
    s->is_signed = !is_unsigned_name(name);
    s->is_float = is_float_name(name, size);
    s->enumerators = enumerators ? arena_strdup(&f->program->arena, enumerators) : NULL;
    return s;
}

static const struct memory_shape *array_shape(struct front *f, const struct memory_shape *element, uint64_t count)
{
    struct memory_shape *s = ARENA_NEW(&f->program->arena, struct memory_shape);
    *s = (struct memory_shape){.kind = SHAPE_ARRAY, .size = element->size * count, .element = element};
    return s;
}

/* Arrays of arrays have one node with all their dimensions. */
static const struct memory_shape *shape_of_array(struct front *f, LLVMMetadataRef t, struct map *known)
{
    LLVMMetadataRef element = debug_base(f, t), dimensions = debug_part(f, t, 4);
    unsigned n = dimensions ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, dimensions)) : 0;
    const struct memory_shape *s = element ? shape_of_type(f, element, known) : scalar_shape(f, 0);
    for (unsigned k = n; k-- > 0;) {
        LLVMMetadataRef range = debug_part(f, dimensions, k);
        LLVMValueRef count = range ? metadata_operand(f, range, 0) : NULL;
        s = array_shape(f, s, count && LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0);
    }
    return s;
}

static const struct memory_shape *shape_of_struct(struct front *f, LLVMMetadataRef t, struct map *known)
{
    LLVMMetadataRef elements = debug_part(f, t, 4);
    unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(f->context, elements)) : 0;
    struct memory_shape *s = ARENA_NEW(&f->program->arena, struct memory_shape);
    struct memory_member *members = ARENA_ARRAY(&f->program->arena, struct memory_member, n + 1);
    *s = (struct memory_shape){.kind = SHAPE_STRUCT, .size = LLVMDITypeGetSizeInBits(t) / 8, .members = members};
    for (unsigned k = 0; k < n; k++) {
        LLVMMetadataRef m = debug_part(f, elements, k);
        if (debug_tag(m) != TAG_MEMBER)
            continue;
        const char *name = metadata_string(f, m, 2);
        LLVMMetadataRef base = debug_base(f, m);
        members[s->member_count++] =
            (struct memory_member){name ? name : "", LLVMDITypeGetOffsetInBits(m) / 8,
                                   base ? shape_of_type(f, base, known) : scalar_shape(f, LLVMDITypeGetSizeInBits(m) / 8)};
    }
    return s;
}

static const struct memory_shape *shape_of_type(struct front *f, LLVMMetadataRef t, struct map *known)
{
    t = debug_stripped(f, t);
    uint64_t found;
    if (t && map_get(known, map_pointer_key(t), &found))
        return (const struct memory_shape *)(uintptr_t)found;
    unsigned tag = debug_tag(t);
    const struct memory_shape *s = tag == TAG_ARRAY                        ? shape_of_array(f, t, known)
                                   : tag == TAG_STRUCT || tag == TAG_UNION ? shape_of_struct(f, t, known)
                                                                           : typed_shape(f, t);
    if (t)
        map_put(known, map_pointer_key(t), (uint64_t)(uintptr_t)s);
    return s;
}

/* Memory from malloc has the type that it is used with, several times if it is larger. */
static const struct memory_shape *shape_of_object(struct front *f, const struct object *o, struct map *known)
{
    LLVMMetadataRef type = type_of(f, o);
    uint64_t one = one_of(o) ? type_size(f, one_of(o)) : 0;
    const struct memory_shape *s = type ? shape_of_type(f, type, known) : one ? scalar_shape(f, one) : NULL;
    return s && o->kind == OBJECT_HEAP && one && o->size > one ? array_shape(f, s, o->size / one) : s;
}

/* Literal strings have no name: their text stands for them, if it is short and plain. */
static const char *shown_name(struct front *f, const struct object *o)
{
    enum { LONGEST = 24 };
    LLVMMetadataRef variable = variable_of(f, o);
    bool has_name = variable && metadata_string(f, variable, 1);
    LLVMValueRef text = o->kind == OBJECT_GLOBAL && !has_name ? LLVMGetInitializer(o->value) : NULL;
    if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
        return object_name(f, o);
    size_t n;
    const char *s = LLVMGetAsString(text, &n);
    bool plain = n && n <= LONGEST && !s[n - 1];
    for (size_t i = 0; plain && i + 1 < n; i++)
        plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\';
    return plain ? arena_printf(&f->arena, "\"%s\"", s) : "a string";
}

void objects_describe(struct front *f, const struct places *p, const struct threads *t)
{
    struct map known = {0};
    vector_each(const struct object *, o, &p->objects) {
        if (!o->base)
            continue; /* nobody has its address */
        const char *name = shown_name(f, o);
        struct memory_object m = {.kind = o->kind == OBJECT_FUNCTION ? MEMORY_FUNCTION
                                          : *name == '"'             ? MEMORY_TEXT
                                                                     : MEMORY_DATA,
                                  .name = arena_strdup(&f->program->arena, name),
                                  .first = o->base,
                                  .size = o->room,
                                  .per_instance = o->instance_stride ? threads_unit(t, o->function) : NONE,
                                  .instance_stride = o->instance_stride,
                                  .spacing = o->many ? o->spacing : 0,
                                  .shape = o->kind == OBJECT_FUNCTION ? NULL : shape_of_object(f, o, &known)};
        vector_push(&f->program->objects, m);
    }
    map_free(&known);
}
