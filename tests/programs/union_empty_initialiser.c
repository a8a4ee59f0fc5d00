/* heddle: reach=UNKNOWN; engines: explore bounded; reason: what an initialiser leaves of a union */
/* An empty initialiser makes all of a union zero in C23; the compiler that heddle asks does not say so. This must not be a violation. */
#include <assert.h>

union either {
    int first, all[4];
};

int main(void)
{
    union either e = {};
    for (int i = 0; i < 4; i++)
        assert(e.all[i] == 0);
    return 0;
}
