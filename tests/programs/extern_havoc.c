/* heddle: reach=TRUE; engines: auto; options: --extern=havoc */
/* With --extern=havoc a function that nobody defines does no more than change what it can reach: not a static variable. */
#include <assert.h>

int find(int *where);
static int own = 1;

int main(void)
{
    int given = 1;
    find(&given);
    assert(own == 1);
    return 0;
}
