/* heddle: reach=TRUE; engines: explore bounded */
/* Printing into memory. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

char b[16];

int main(void)
{
    assert(sprintf(b, "t%d-%s", -12, "ab") == 7 && !strcmp(b, "t-12-ab"));
    assert(snprintf(b, 4, "%05u", 123u) == 5 && !strcmp(b, "001"));
    sprintf(b, "%c%x%%|%3d|%-3d|", 'q', 255, 7, 8);
    assert(!strcmp(b, "qff%|  7|8  |"));
    return 0;
}
