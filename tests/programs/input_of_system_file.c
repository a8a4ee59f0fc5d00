/* heddle: reach=TRUE?; engines: auto; known: what is in files of the system is not modelled */
/* Nothing comes from /dev/null: the assertion holds. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("/dev/null", "r");
    if (f)
        assert(getc(f) == EOF);
    return 0;
}
