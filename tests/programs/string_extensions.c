/* heddle: reach=TRUE; engines: explore bounded */
/* Strings as POSIX, glibc and BSD have them besides C. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char b[8], list[] = "x::y", *rest = list;
    assert(stpcpy(b, "abc") == b + 3 && strcmp(b, "abc") == 0);
    assert(mempcpy(b, "xy", 2) == b + 2 && strcmp(b, "xyc") == 0);
    assert(stpncpy(b, "q", 3) == b + 1 && b[1] == 0 && b[2] == 0 && b[3] == 0);
    assert(memccpy(b, "a-b", '-', 3) == b + 2 && memccpy(b, "ab", '-', 2) == NULL);
    assert(*strchrnul("abc", 'z') == 0 && *strchrnul("abc", 'b') == 'b');
    const char *twice = "abab";
    assert(memrchr(twice, 'a', 4) == twice + 2 && memrchr(twice, 'c', 4) == NULL);
    assert(index(twice, 'b') == twice + 1 && rindex(twice, 'b') == twice + 3 && rindex(twice, 0) == twice + 4);
    assert(strcmp(strsep(&rest, ":"), "x") == 0 && *strsep(&rest, ":") == 0);
    assert(strcmp(strsep(&rest, ":"), "y") == 0 && rest == NULL && strsep(&rest, ":") == NULL);
    return 0;
}
