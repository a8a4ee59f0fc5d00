/* heddle: reach=UNKNOWN; engines: bounded; options: --extern=havoc; reason: relies on what .* does .it is not defined. */
/* With --extern=havoc a function that nobody defines does no more than change what it can reach: its arguments. */
#include <assert.h>

int find(int *where);
static int own = 1;

int main(void)
{
    int given = 1;
    find(&given);
    assert(given == 1);
    return 0;
}
