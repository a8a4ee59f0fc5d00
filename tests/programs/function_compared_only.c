/* heddle: reach=TRUE; engines: explore bounded modular cartesian flow */
/* A function whose address is compared with and nothing else has an address of its own. */
#include <assert.h>

void used(void) {}
void never(void) {}
void (*handler)(void);

int main(void)
{
    handler = used;
    void (*h)(void) = handler;
    assert(h != never);
    return 0;
}
