/* heddle: reach=TRUE; engines: explore bounded modular cartesian flow */
/* Addresses computed by the linker: xor of two, a multiple of one. */
#include <assert.h>
#include <stdint.h>

int a = 1, b = 2;
uintptr_t both, three;

int main(void)
{
    both = (uintptr_t)&a ^ (uintptr_t)&b;
    int *p = (int *)(both ^ (uintptr_t)&a);
    assert(p == &b);
    three = (uintptr_t)&a * 3;
    uintptr_t read = three;
    assert(read == 3 * (uintptr_t)&a);
    return 0;
}
