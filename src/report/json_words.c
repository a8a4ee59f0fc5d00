#include "report/json_words.h"

char *utf8_words(const char *s, struct arena *words)
{
    char *copy = arena_strdup(words, s);
    for (unsigned char *p = (unsigned char *)copy; *p;) {
        unsigned n = *p < 0x80                 ? 1
                     : *p >= 0xc2 && *p < 0xe0 ? 2
                     : *p >= 0xe0 && *p < 0xf0 ? 3
                     : *p >= 0xf0 && *p < 0xf5 ? 4
                                               : 0;
        bool ok = n != 0;
        for (unsigned i = 1; ok && i < n; i++)
            ok = (p[i] & 0xc0) == 0x80;
        if (!ok) {
            *p = '?';
            n = 1;
        }
        p += n;
    }
    return copy;
}

cJSON *json_string(const char *value, struct arena *words) { return cJSON_CreateString(utf8_words(value, words)); }

void json_add_string(cJSON *to, const char *name, const char *value, struct arena *words)
{
    if (value)
        cJSON_AddItemToObject(to, name, json_string(value, words));
}

void json_add_positive(cJSON *to, const char *name, uint32_t value)
{
    if (value)
        cJSON_AddNumberToObject(to, name, value);
}

void json_print(struct text *out, cJSON *o, bool indented)
{
    char *printed = indented ? cJSON_Print(o) : cJSON_PrintUnformatted(o);
    text_append(out, printed);
    text_char(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(o);
}
