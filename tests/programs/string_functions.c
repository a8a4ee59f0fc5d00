/* heddle: reach=TRUE; engines: explore */
/* Strings, copied, compared and measured. */
#include <assert.h>
#include <string.h>

int main(void)
{
    char buffer[12];
    strcpy(buffer, "warp");
    assert(strlen(buffer) == 4);
    strcat(buffer, "&weft");
    assert(strcmp(buffer, "warp&weft") == 0);
    assert(strncmp(buffer, "warm", 3) == 0 && strncmp(buffer, "warm", 4) > 0);
    assert(strchr(buffer, '&') == buffer + 4 && strchr(buffer, 'z') == NULL);
    char *copy = strdup(buffer);
    copy[0] = 'h';
    assert(strcmp(copy, buffer) < 0);
    strncpy(buffer, "ab", 4);
    assert(buffer[1] == 'b' && buffer[3] == 0 && buffer[4] == '&');
    return 0;
}
