/* heddle: reach=TRUE; engines: bounded */
/* Sets of characters in formats of scanf: a text that is not empty and not too long. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[8] = "ab=12", key[4] = "", rest[4] = "";
    int number = 0;
    int n = sscanf(line, "%3[^=]=%d", key, &number);
    assert(n <= 2);
    if (n >= 1)
        assert(key[0] != 0 && strlen(key) <= 3);
    if (sscanf(line, "%3[]a-c]", rest) == 1)
        assert(rest[0] != 0 && rest[3] == 0);
    return 0;
}
