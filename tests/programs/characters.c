/* heddle: reach=TRUE; engines: explore bounded */
/* Characters and parts of strings. */
#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char text[] = "a1 ,B", *place = NULL, *token;
    assert(isalpha(text[0]) && islower(text[0]) && !isdigit(text[0]) && isxdigit(text[0]) && isalnum(text[0]));
    assert(isdigit(text[1]) && !isspace(text[1]) && isgraph(text[1]) && !ispunct(text[1]));
    assert(isspace(text[2]) && isblank(text[2]) && isprint(text[2]) && !isgraph(text[2]));
    assert(ispunct(text[3]) && iscntrl(text[5]) && !isprint(text[5]) && !isalpha(-1) && !isalpha(200));
    assert(toupper(text[0]) == 'A' && tolower(text[4]) == 'b' && toupper('1') == '1' && (tolower)('Z') == 'z');
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && !strpbrk("abc", "xy"));
    assert(!strcasecmp("aB", "Ab") && strncasecmp("abc", "ABD", 3) < 0 && !strncasecmp("abc", "ABD", 2));
    assert(strstr(text, "1 ") == text + 1 && !strstr(text, "b") && strstr(text, "") == text);
    token = strtok_r(text, " ,", &place);
    assert(token == text && !strcmp(token, "a1"));
    token = strtok_r(NULL, " ,", &place);
    assert(token == text + 4 && !strtok_r(NULL, " ,", &place));
    assert(!strcmp(strndup("xyz", 2), "xy") && ffs(8) == 4 && ffs(0) == 0);
    return 0;
}
