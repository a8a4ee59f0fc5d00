/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on */
/* What the program has written to a file is not remembered: it is no reason for FALSE. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c = 'a';
    int to = open("input", O_WRONLY | O_CREAT | O_TRUNC, 0600), from;
    if (to < 0 || write(to, "a", 1) != 1 || close(to) || (from = open("input", O_RDONLY)) < 0)
        return 0;
    if (read(from, &c, 1) == 1)
        assert(c == 'a');
    return 0;
}
