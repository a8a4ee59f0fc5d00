/* json_look FILE [PATH=VALUE]...: fails unless the file is one JSON value and has these values. A path is names and
 * numbers with dots: checks.0.answer=proved. A value "*" only asks that something is there. */
#include "base/text.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *follow(const cJSON *at, const char *path)
{
    while (at && *path) {
        char name[200];
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(name)) : cJSON_GetObjectItemCaseSensitive(at, name);
        path += n + (path[n] == '.');
    }
    return at;
}

static bool equals(const cJSON *at, const char *value)
{
    char number[64];
    if (!at)
        return false;
    if (!strcmp(value, "*"))
        return true;
    if (cJSON_IsString(at))
        return !strcmp(at->valuestring, value);
    snprintf(number, sizeof number, "%.15g", at->valuedouble);
    return cJSON_IsNumber(at) && !strcmp(number, value);
}

int main(int argc, char **argv)
{
    struct text t = {0};
    if (argc < 2 || !text_read_file(&t, argv[1])) {
        printf("cannot read %s\n", argc < 2 ? "nothing" : argv[1]);
        return 1;
    }
    cJSON *root = cJSON_ParseWithOpts(text_string(&t), NULL, true); /* nothing may follow */
    if (!root) {
        printf("%s: not JSON\n%s\n", argv[1], text_string(&t));
        return 1;
    }
    int failed = 0;
    for (int i = 2; i < argc; i++) {
        char path[200];
        const char *value = strchr(argv[i], '=');
        snprintf(path, sizeof path, "%.*s", value ? (int)(value - argv[i]) : 0, argv[i]);
        if (!value || !equals(follow(root, path), value + 1)) {
            printf("%s: not so: %s\n", argv[1], argv[i]);
            failed = 1;
        }
    }
    cJSON_Delete(root);
    text_free(&t);
    return failed;
}
