/* heddle: reach=UNKNOWN; engines: explore; reason: raise */
/* A signal that nobody handles ends the program. */
#include <assert.h>
#include <signal.h>

int main(void)
{
    raise(SIGKILL);
    assert(0);
}
