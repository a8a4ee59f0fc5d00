#include "report/outline_json.h"

/* --- writing --- */

static cJSON *numbers(const struct bitset *set)
{
    cJSON *list = cJSON_CreateArray();
    bitset_each(k, set)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(k));
    return list;
}

static cJSON *facts(const struct outline_facts *f)
{
    if (!f->reached)
        return cJSON_CreateNull();
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "held", numbers(&f->held));
    cJSON_AddItemToObject(o, "begun", numbers(&f->begun));
    cJSON_AddItemToObject(o, "ended", numbers(&f->ended));
    return o;
}

static cJSON *lock(const struct outline *o, const struct outline_lock *l)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "name", o->objects.data[l->object].name);
    cJSON_AddNumberToObject(one, "object", l->object);
    cJSON_AddNumberToObject(one, "at", (double)l->at);
    cJSON_AddBoolToObject(one, "shared", l->shared);
    return one;
}

static cJSON *summary(const char *name, const struct outline_summary *s)
{
    cJSON *one = cJSON_CreateObject();
    cJSON_AddStringToObject(one, "name", name);
    cJSON_AddItemToObject(one, "entry", facts(&s->entry));
    cJSON_AddItemToObject(one, "exit", facts(&s->exits[OUTLINE_BY_RETURN]));
    cJSON_AddItemToObject(one, "jump", facts(&s->exits[OUTLINE_BY_JUMP]));
    cJSON_AddItemToObject(one, "releases", numbers(&s->releases));
    cJSON_AddItemToObject(one, "creates", numbers(&s->creates));
    return one;
}

void outline_json_write(struct text *out, const struct outline_proof *p, const struct outline_threads *t,
                        const char *const *options, uint32_t option_count)
{
    cJSON *root = proof_json_head(options, option_count), *o = cJSON_AddObjectToObject(root, "outline");
    cJSON *locks = cJSON_AddArrayToObject(o, "locks"), *procedures = cJSON_AddArrayToObject(o, "procedures");
    vector_each(const struct outline_lock *, l, &p->locks)
        cJSON_AddItemToArray(locks, lock(t->outline, l));
    for (uint32_t k = 0; k < p->procedures.size; k++)
        cJSON_AddItemToArray(procedures, summary(t->outline->procedures.data[k].name, &p->procedures.data[k]));
    cJSON *blocks = cJSON_AddArrayToObject(o, "blocks");
    vector_each(const struct outline_facts *, f, &p->blocks)
        cJSON_AddItemToArray(blocks, facts(f));
    cJSON_AddItemToObject(o, "shared", numbers(&p->shared));
    char *printed = cJSON_PrintUnformatted(root);
    text_append(out, printed);
    text_char(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(root);
}

/* --- reading --- */

static const cJSON *member(const cJSON *o, const char *name) { return cJSON_GetObjectItemCaseSensitive(o, name); }

static bool read_number(const cJSON *n, uint64_t limit, uint64_t *out)
{
    bool ok = cJSON_IsNumber(n) && n->valuedouble >= 0 && n->valuedouble < (double)limit &&
              n->valuedouble == (double)(uint64_t)n->valuedouble;
    *out = ok ? (uint64_t)n->valuedouble : 0;
    return ok;
}

static bool read_set(const cJSON *list, uint32_t limit, struct bitset *out)
{
    const cJSON *i;
    uint64_t n;
    bool ok = cJSON_IsArray(list);
    cJSON_ArrayForEach(i, list)
    {
        ok = ok && read_number(i, limit, &n);
        if (ok)
            bitset_add(out, (uint32_t)n);
    }
    return ok;
}

static bool read_facts(const cJSON *o, const struct outline_proof *p, const struct outline_threads *t, struct outline_facts *out)
{
    if (cJSON_IsNull(o))
        return true;
    out->reached = true;
    return read_set(member(o, "held"), p->locks.size, &out->held) && read_set(member(o, "begun"), t->kinds.size, &out->begun) &&
           read_set(member(o, "ended"), t->kinds.size, &out->ended);
}

static bool read_locks(const cJSON *list, struct outline_proof *p, const struct outline *o)
{
    const cJSON *i;
    bool ok = cJSON_IsArray(list);
    cJSON_ArrayForEach(i, list)
    {
        uint64_t object = 0, at = 0;
        ok = ok && read_number(member(i, "object"), o->objects.size, &object) && read_number(member(i, "at"), UINT32_MAX, &at) &&
             cJSON_IsBool(member(i, "shared"));
        if (ok)
            vector_push(&p->locks, (struct outline_lock){(uint32_t)object, at, cJSON_IsTrue(member(i, "shared"))});
    }
    return ok;
}

static bool read_procedures(const cJSON *list, struct outline_proof *p, const struct outline_threads *t)
{
    const cJSON *i;
    uint32_t n = 0;
    bool ok = cJSON_GetArraySize(list) == (int)p->procedures.size;
    cJSON_ArrayForEach(i, list)
    {
        if (!ok)
            break;
        struct outline_summary *s = &p->procedures.data[n++];
        ok = read_facts(member(i, "entry"), p, t, &s->entry) && read_facts(member(i, "exit"), p, t, &s->exits[OUTLINE_BY_RETURN]) &&
             read_facts(member(i, "jump"), p, t, &s->exits[OUTLINE_BY_JUMP]) &&
             read_set(member(i, "releases"), t->outline->objects.size, &s->releases) &&
             read_set(member(i, "creates"), t->kinds.size, &s->creates);
    }
    return ok;
}

static bool read_blocks(const cJSON *list, struct outline_proof *p, const struct outline_threads *t)
{
    const cJSON *i;
    uint32_t n = 0;
    bool ok = cJSON_GetArraySize(list) == (int)p->blocks.size;
    cJSON_ArrayForEach(i, list) ok = ok && read_facts(i, p, t, &p->blocks.data[n++]);
    return ok;
}

struct outline_proof *outline_json_read(const struct proof_json *f, const struct outline_threads *t)
{
    const cJSON *o = proof_json_member(f, "outline");
    struct outline_proof *p = outline_proof_new(t->outline);
    if (read_locks(member(o, "locks"), p, t->outline) && read_procedures(member(o, "procedures"), p, t) &&
        read_blocks(member(o, "blocks"), p, t) && read_set(member(o, "shared"), t->outline->objects.size, &p->shared))
        return p;
    outline_proof_free(p);
    return NULL;
}
