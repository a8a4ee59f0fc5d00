/* heddle: reach=FALSE; engines: explore bounded */
/* A weak symbol that nobody defines is null: the program takes the other way. */
#include <assert.h>

__attribute__((weak)) void hook(void);

int main(void)
{
    int hooked = hook ? 1 : 0;
    assert(hooked);
    return 0;
}
