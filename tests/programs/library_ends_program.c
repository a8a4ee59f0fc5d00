/* heddle: reach=UNKNOWN; engines: explore; reason: error */
/* error() with a status that is not 0 ends the program. */
#include <assert.h>
#include <error.h>

int main(void)
{
    error(1, 0, "nothing to do");
    assert(0);
}
