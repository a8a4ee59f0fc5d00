/* heddle: reach=TRUE; engines: explore */
/* Numbers in strings, up to the borders. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    char *e, text[8] = "  -12z";
    assert(atoi("42") == 42 && atoi(text) == -12 && atol("+7 8") == 7 && atoi("x") == 0 && atoll("") == 0);
    assert(strtol("12ab", &e, 16) == 0x12ab && *e == 0);
    assert(strtol(text, &e, 10) == -12 && e == text + 5);
    assert(strtol("0x1g", &e, 0) == 1 && *e == 'g' && strtol("010", NULL, 0) == 8 && strtol("0xz", &e, 16) == 0 && *e == 'x');
    text[2] = 'q';
    assert(strtol(text, &e, 10) == 0 && e == text);
    errno = 0;
    assert(strtol("9223372036854775807", NULL, 10) == LONG_MAX && errno == 0);
    assert(strtol("9223372036854775808", NULL, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtol("-9223372036854775808", NULL, 10) == LONG_MIN && errno == 0);
    assert(strtol("-9223372036854775809", NULL, 10) == LONG_MIN && errno == ERANGE);
    assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtoull("18446744073709551616", NULL, 10) == ULLONG_MAX);
    errno = 0;
    assert(strtol("zz", NULL, 36) == 35 * 36 + 35 && strtol("1", NULL, 37) == 0 && errno == EINVAL);
    return 0;
}
