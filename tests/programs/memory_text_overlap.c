/* heddle: memory=TRUE reach=TRUE; engines: explore */
/* Texts are copied and printed between places that do not overlap, also where these are parts of one array. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16] = "ab\0cd";
    void *(*copy)(void *, const void *, size_t) = memcpy;
    strcpy(text + 6, text);
    assert(strcmp(text + 6, "ab") == 0);
    strcat(text + 6, text + 3);
    assert(strcmp(text + 6, "abcd") == 0);
    strncpy(text, text + 2, 2);
    assert(text[0] == 0 && text[1] == 0);
    copy(text, text + 6, 5);
    assert(strcmp(text, "abcd") == 0);
    snprintf(text + 8, 5, "%s", text);
    assert(strcmp(text + 8, "abcd") == 0);
    snprintf(text, 3, "%s", text + 8);
    assert(strcmp(text, "ab") == 0);
    return 0;
}
