/* schema_look SCHEMA FILE: fails unless the file (JSON, or YAML if it is named .yml) is as the schema says. The schema
 * is written in a part of JSON Schema: type, required, properties, additionalProperties (false), items, minItems, enum,
 * pattern, minimum, oneOf, $ref to #/$defs/NAME. A word that is not one of these is an error, so that no rule goes
 * unread. */
#include "base/text.h"

#include <cjson/cJSON.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct look {
    const cJSON *definitions;
    const char *why; /* of the first mismatch */
    char where[400];
};

static bool conforms(struct look *l, const cJSON *schema, const cJSON *value, const char *path);

static bool fails(struct look *l, const char *path, const char *why)
{
    if (!l->why) {
        l->why = why;
        snprintf(l->where, sizeof l->where, "%s", path);
    }
    return false;
}

static bool has_type(const cJSON *v, const char *type)
{
    return !strcmp(type, "object")    ? cJSON_IsObject(v)
           : !strcmp(type, "array")   ? cJSON_IsArray(v)
           : !strcmp(type, "string")  ? cJSON_IsString(v)
           : !strcmp(type, "boolean") ? cJSON_IsBool(v)
           : !strcmp(type, "integer") ? cJSON_IsNumber(v) && v->valuedouble == (double)(long long)v->valuedouble
                                      : !strcmp(type, "number") && cJSON_IsNumber(v);
}

static bool matches(const char *pattern, const char *s)
{
    regex_t r;
    if (regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    bool ok = regexec(&r, s, 0, NULL, 0) == 0;
    regfree(&r);
    return ok;
}

static bool members_conform(struct look *l, const cJSON *rule, const cJSON *value, const char *path)
{
    const cJSON *p;
    cJSON_ArrayForEach(p, rule)
    {
        char below[400];
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(value, p->string);
        snprintf(below, sizeof below, "%.300s.%.80s", path, p->string);
        if (member && !conforms(l, p, member, below))
            return false;
    }
    return true;
}

static bool items_conform(struct look *l, const cJSON *rule, const cJSON *value, const char *path)
{
    const cJSON *item;
    int i = 0;
    cJSON_ArrayForEach(item, value)
    {
        char below[400];
        snprintf(below, sizeof below, "%.300s[%d]", path, i++);
        if (!conforms(l, rule, item, below))
            return false;
    }
    return true;
}

static bool one_conforms(struct look *l, const cJSON *rule, const cJSON *value, const char *path)
{
    const cJSON *choice;
    int good = 0;
    struct look inner = *l;
    cJSON_ArrayForEach(choice, rule) good += (inner.why = l->why, conforms(&inner, choice, value, path));
    if (good == 1)
        return true;
    if (good == 0) { /* the last choice's reason may help */
        l->why = inner.why;
        memcpy(l->where, inner.where, sizeof l->where);
        return false;
    }
    return fails(l, path, "several choices fit");
}

static bool obeys(struct look *l, const cJSON *schema, const cJSON *rule, const cJSON *value, const char *path)
{
    const char *word = rule->string;
    const cJSON *x;
    if (!strcmp(word, "description") || !strcmp(word, "title") || !strcmp(word, "$schema") || !strcmp(word, "$defs"))
        return true;
    if (!strcmp(word, "type"))
        return has_type(value, rule->valuestring) || fails(l, path, rule->valuestring);
    if (!strcmp(word, "required")) {
        cJSON_ArrayForEach(x, rule) if (!cJSON_GetObjectItemCaseSensitive(value, x->valuestring)) return fails(l, path,
                                                                                                               x->valuestring);
        return true;
    }
    if (!strcmp(word, "properties"))
        return members_conform(l, rule, value, path);
    if (!strcmp(word, "additionalProperties")) {
        const cJSON *known = cJSON_GetObjectItem(schema, "properties");
        cJSON_ArrayForEach(x, value) if (!cJSON_GetObjectItemCaseSensitive(known, x->string)) return fails(l, path, x->string);
        return true;
    }
    if (!strcmp(word, "items"))
        return items_conform(l, rule, value, path);
    if (!strcmp(word, "minItems"))
        return cJSON_GetArraySize(value) >= rule->valueint || fails(l, path, "too few items");
    if (!strcmp(word, "enum")) {
        cJSON_ArrayForEach(x, rule) if (cJSON_Compare(x, value, true)) return true;
        return fails(l, path, "not one of the allowed values");
    }
    if (!strcmp(word, "pattern"))
        return (cJSON_IsString(value) && matches(rule->valuestring, value->valuestring)) || fails(l, path, rule->valuestring);
    if (!strcmp(word, "minimum"))
        return (cJSON_IsNumber(value) && value->valuedouble >= rule->valuedouble) || fails(l, path, "too small");
    if (!strcmp(word, "oneOf"))
        return one_conforms(l, rule, value, path);
    if (!strcmp(word, "$ref")) {
        const cJSON *d = cJSON_GetObjectItemCaseSensitive(l->definitions, strrchr(rule->valuestring, '/') + 1);
        return d ? conforms(l, d, value, path) : fails(l, path, "the schema refers to what it does not define");
    }
    return fails(l, word, "a word of the schema that this program does not know");
}

static bool conforms(struct look *l, const cJSON *schema, const cJSON *value, const char *path)
{
    const cJSON *rule;
    cJSON_ArrayForEach(rule, schema) if (!obeys(l, schema, rule, value, path)) return false;
    return true;
}

/* --- YAML as JSON: plain integers and booleans are such, everything else is a string --- */

static cJSON *from_yaml(yaml_document_t *d, int id)
{
    const yaml_node_t *n = yaml_document_get_node(d, id);
    if (n->type == YAML_SCALAR_NODE) {
        const char *s = (const char *)n->data.scalar.value;
        bool plain = n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
        return plain && matches("^-?[0-9]+$", s)       ? cJSON_CreateNumber(atof(s))
               : plain && matches("^(true|false)$", s) ? cJSON_CreateBool(*s == 't')
                                                       : cJSON_CreateString(s);
    }
    if (n->type == YAML_SEQUENCE_NODE) {
        cJSON *list = cJSON_CreateArray();
        for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++)
            cJSON_AddItemToArray(list, from_yaml(d, *i));
        return list;
    }
    cJSON *o = cJSON_CreateObject();
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++)
        cJSON_AddItemToObject(o, (const char *)yaml_document_get_node(d, p->key)->data.scalar.value, from_yaml(d, p->value));
    return o;
}

static cJSON *parse_yaml(const struct text *t)
{
    yaml_parser_t parser;
    yaml_document_t d;
    cJSON *o = NULL;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text_string(t), t->size);
    if (yaml_parser_load(&parser, &d)) {
        if (yaml_document_get_root_node(&d))
            o = from_yaml(&d, 1);
        yaml_document_delete(&d);
    }
    yaml_parser_delete(&parser);
    return o;
}

static cJSON *load(const char *path)
{
    struct text t = {0};
    if (!text_read_file(&t, path)) {
        printf("cannot read %s\n", path);
        exit(2);
    }
    cJSON *o = ends_with(path, ".yml") ? parse_yaml(&t) : cJSON_ParseWithOpts(text_string(&t), NULL, true);
    text_free(&t);
    if (!o) {
        printf("%s: cannot be parsed\n", path);
        exit(1);
    }
    return o;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    cJSON *schema = load(argv[1]), *value = load(argv[2]);
    struct look l = {.definitions = cJSON_GetObjectItem(schema, "$defs")};
    bool ok = conforms(&l, schema, value, "");
    if (!ok)
        printf("%s: at %s: %s\n", argv[2], *l.where ? l.where : "the top", l.why);
    cJSON_Delete(schema);
    cJSON_Delete(value);
    return ok ? 0 : 1;
}
