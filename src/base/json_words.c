#include "base/json_words.h"

#include "base/printable.h"

cJSON *json_string(const char *value, struct arena *words) { return cJSON_CreateString(printable(value, PRINTABLE_LINES, words)); }

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
