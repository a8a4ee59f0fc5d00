/* heddle: reach=FALSE; engines: explore */
/* The input may end behind one character. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[4];
    if (fgets(line, 4, stdin))
        assert(line[0] == '\n' || line[0] == 0 || line[1] != 0);
    return 0;
}
