/* heddle: reach=UNKNOWN; engines: bounded; reason: how much of a file is read */
/* What is in a file is not modelled: it is no reason for FALSE. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char c = 'a';
    if (read(0, &c, 1) == 1)
        assert(c == 'a');
    return 0;
}
