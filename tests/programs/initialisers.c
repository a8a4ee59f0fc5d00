/* heddle: reach=TRUE; engines: explore */
/* Designated initialisers, compound literals, pointers into arrays and strings in static data. */
#include <assert.h>

struct entry {
    const char *name;
    int values[3];
    const int *second;
};
static const int shared_values[4] = {[2] = 7, [0] = 1};
static struct entry table[] = {
    {.name = "warp", .values = {1, 2}, .second = &shared_values[2]},
    {"weft", {[2] = 5}, shared_values},
};

static int total(const int *three) { return three[0] + three[1] + three[2]; }

int main(void)
{
    assert(table[0].name[2] == 'r' && table[1].name[3] == 't');
    assert(*table[0].second == 7 && table[1].second[0] == 1 && table[1].second[3] == 0);
    assert(total(table[0].values) == 3 && total(table[1].values) == 5);
    struct entry copy = (struct entry){.values = {9}};
    assert(copy.name == 0 && copy.values[0] == 9 && copy.values[2] == 0);
    assert(total((int[]){1, 1, 1}) == 3);
    return 0;
}
