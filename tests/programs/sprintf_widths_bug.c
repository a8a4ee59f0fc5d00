/* heddle: reach=FALSE; engines: bounded */
/* The precision cuts the text, which the assertion does not expect. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[32];
    assert(sprintf(text, "%*d|%-*d|", 3, 7, 3, 8) == 8 && strcmp(text, "  7|8  |") == 0);
    assert(sprintf(text, "%.*s|%.2d", 2, "abc", 5) == 5 && strcmp(text, "abc|05") == 0);
    assert(sprintf(text, "%hhd %hu %lx%%", 257, 65537, 255UL) == 7 && strcmp(text, "1 1 ff%") == 0);
    assert(snprintf(NULL, 0, "%5s%lld", "x", -1LL) == 7);
    return 0;
}
