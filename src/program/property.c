#include "program/property.h"

#include <stddef.h>
#include <string.h>

const struct property_row property_rows[PROPERTIES] = {
#define PROPERTY(ID, ...) [PROPERTY_##ID] = {__VA_ARGS__},
#include "program/properties.def"
};

enum property property_find(const char *name)
{
    unsigned p = 0;
    while (p < PROPERTIES && strcmp(property_rows[p].name, name))
        p++;
    return (enum property)p;
}

enum property property_of_kind(enum check_kind kind)
{
    unsigned p = 0;
    while (p < PROPERTIES && property_rows[p].kind != kind)
        p++;
    return (enum property)p;
}

unsigned properties_need(property_set s)
{
    unsigned needs = 0;
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_in(s, (enum property)p))
            needs |= property_rows[p].needs;
    return needs;
}

bool properties_in_library(property_set s)
{
    bool any = false;
    for (unsigned p = 0; p < PROPERTIES; p++)
        any = any || (property_in(s, (enum property)p) && property_rows[p].in_library);
    return any;
}

static property_set named(const char *name, size_t length)
{
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (strlen(property_rows[p].name) == length && !strncmp(property_rows[p].name, name, length))
            return property_only((enum property)p);
    return 0;
}

property_set properties_named(const char *names)
{
    property_set s = 0;
    for (unsigned p = 0; p < PROPERTIES && !strcmp(names, "all"); p++)
        s |= property_rows[p].by_name_only ? 0 : property_only((enum property)p);
    for (const char *at = names; *at; at += *at == ',') {
        size_t n = strcspn(at, ",");
        s |= named(at, n);
        at += n;
    }
    return s;
}
