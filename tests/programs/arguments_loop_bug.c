/* heddle: reach=FALSE; engines: bounded */
/* Two arguments may be alike, and the last of any number may be an option. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    int found = 0;
    for (char **text = argv + 1; *text; text++)
        found += strcmp(*text, "-v") == 0;
    assert(found < 2 || argc > 3);
    return 0;
}
