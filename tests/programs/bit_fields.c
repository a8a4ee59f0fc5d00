/* heddle: reach=TRUE; engines: explore */
/* Bit-fields: signed and unsigned, neighbours untouched. */
#include <assert.h>

struct flags {
    unsigned a : 3;
    int b : 4;
    unsigned c : 9;
    unsigned d : 1;
};
struct flags f = {5, -3, 300, 1};

int main(void)
{
    assert(f.a == 5 && f.b == -3 && f.c == 300 && f.d == 1);
    f.b = 7;
    f.a += 4; /* wraps to 1 */
    assert(f.a == 1 && f.b == 7 && f.c == 300 && f.d == 1);
    f.c--;
    f.d = 0;
    assert(f.a == 1 && f.b == 7 && f.c == 299 && f.d == 0);
    return 0;
}
