/* heddle: reach=FALSE; engines: bounded explore */
/* What is read from standard input is arbitrary. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char c = 'a';
    if (read(0, &c, 1) == 1)
        assert(c == 'a');
    return 0;
}
