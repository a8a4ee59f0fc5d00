/* heddle: reach=TRUE; engines: explore; options: -O2 -D_FORTIFY_SOURCE=2 */
/* Functions of the C library as they are called with _FORTIFY_SOURCE. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

char text[20], more[8];

int main(void)
{
    strcpy(text, "hello");
    snprintf(text + 5, sizeof text - 5, "%d", 42);
    assert(!strcmp(text, "hello42"));
    memcpy(more, text, 4);
    strcat(more, "!");
    assert(!strcmp(more, "hell!"));
    memset(text, 'x', 3);
    assert(text[2] == 'x' && text[3] == 'l');
    printf("%s\n", more);
    return 0;
}
