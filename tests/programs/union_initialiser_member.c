/* heddle: reach=TRUE; engines: bounded */
/* What an initialiser of a union names is known, whatever the rest holds; static ones are zero where nothing is named. */
#include <assert.h>

union either {
    char first;
    int second;
    short third[6];
};
struct both {
    int number;
    union either e;
};
static union either at_rest = {1};

int main(void)
{
    union either a = {3}, b = {.second = 4};
    struct both c = {5, {6}};
    static union either d = {7};
    assert(a.first == 3 && b.second == 4 && c.number == 5 && c.e.first == 6);
    assert(at_rest.third[5] == 0 && d.third[2] == 0);
    a.second = 9;
    assert(a.second == 9);
    return 0;
}
