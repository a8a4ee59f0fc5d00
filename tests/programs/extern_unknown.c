/* heddle: reach=UNKNOWN; engines: auto bounded; reason: not covered: call of .find., which is not defined */
/* A function that nobody defines does not end the analysis, but nothing is TRUE behind it. */
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
