/* heddle: reach=UNKNOWN; engines: explore bounded modular; options: --undefined assume; reason: access to memory that is not modelled, or outside any object */
/* What heddle does not model is not undefined behaviour: memory that another file points to is there, so nothing may be assumed away. */
#include <assert.h>

extern char *text; /* of another file */

int main(void)
{
    int options = 0;
    if (text && text[0] == '-' && text[1] == 'v')
        options++;
    assert(!text || options > 5);
    return 0;
}
