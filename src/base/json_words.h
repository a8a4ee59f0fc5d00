/* What the writers of JSON (json.c, sarif.c, html.c) share: strings from anywhere (base/printable.h), and printing. */
#ifndef HEDDLE_BASE_JSON_WORDS_H
#define HEDDLE_BASE_JSON_WORDS_H

#include "base/arena.h"
#include "base/text.h"

#include <cjson/cJSON.h>

/* Adds a member unless the value is NULL; a member with the value 0 is left out by json_add_positive. */
void json_add_string(cJSON *to, const char *name, const char *value, struct arena *words);
void json_add_positive(cJSON *to, const char *name, uint32_t value);
cJSON *json_string(const char *value, struct arena *words);
/* Appends o as text with a newline, and deletes it. */
void json_print(struct text *out, cJSON *o, bool indented);

#endif
