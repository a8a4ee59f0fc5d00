/* heddle: memory=TRUE; engines: explore */
/* A text ends the comparison of texts before their arrays do; memory is compared as long as both are. */
#include <string.h>

int main(void)
{
    char text[4] = "abc", other[8] = "xbcdefg";
    return strncmp(text, other, 8) == 0 || memcmp(text, other, 4) == 0;
}
