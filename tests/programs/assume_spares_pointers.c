/* heddle: reach=UNKNOWN; engines: explore bounded modular; options: --undefined assume; reason: access to memory that is not modelled, or outside any object */
/* A pointer that comes from outside leads somewhere, though heddle does not know where. */
#include <assert.h>

extern struct settings { int level; } *settings;

int main(void)
{
    int n = settings->level;
    assert(n == 7 && n != 7);
    return 0;
}
