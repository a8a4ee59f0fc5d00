/* heddle: reach=TRUE; engines: explore bounded */
/* Calls of what a call through a pointer returns. */
#include <assert.h>

typedef int (*function)(int);

static int more(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static function pick(int k) { return k ? more : twice; }

function (*pointer)(int) = pick;

int main(void)
{
    assert(pointer(1)(5) == 6 && pointer(0)(5) == 10);
    function table[2] = {pointer(0), pick(1)};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += table[i](3);
    assert(sum == 10);
    return 0;
}
