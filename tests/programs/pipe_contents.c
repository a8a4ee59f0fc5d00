/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on */
/* What goes through a pipe is not remembered: it is no reason for FALSE. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char c = 'a';
    if (pipe(ends) || write(ends[1], "a", 1) != 1)
        return 0;
    if (read(ends[0], &c, 1) == 1)
        assert(c == 'a');
    return 0;
}
