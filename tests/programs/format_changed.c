/* heddle: reach=TRUE; engines: explore */
/* A format in a variable is what the program has made of it, not what it was at first. */
#include <assert.h>
#include <stdio.h>

static char format[] = "%d";

int main(void)
{
    char text[8];
    format[1] = 'x';
    snprintf(text, sizeof text, format, 255);
    assert(text[0] == 'f' && text[1] == 'f' && text[2] == 0);
    return 0;
}
