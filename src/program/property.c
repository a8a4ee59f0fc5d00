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

unsigned properties_need(property_set s)
{
    unsigned needs = 0;
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_in(s, (enum property)p))
            needs |= property_rows[p].needs;
    return needs;
}
