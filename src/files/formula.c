#include "files/formula.h"

#include <stddef.h>
#include <string.h>

#define CLEANUP "valid-memcleanup"

static const struct {
    const char *words, *property;
} formulas[] = {
    {"! call(", "reach"},      {"! data-race", "race"},      {"! overflow", "overflow"}, {"valid-free", "memory"},
    {"valid-deref", "memory"}, {"valid-memtrack", "memory"}, {CLEANUP, "memory"},
};

const char *formula_property(const char *line)
{
    for (size_t i = 0; strstr(line, "CHECK") && i < sizeof formulas / sizeof *formulas; i++)
        if (strstr(line, formulas[i].words))
            return formulas[i].property;
    return NULL;
}

bool formula_is_cleanup(const char *line) { return strstr(line, CLEANUP) != NULL; }
