/* heddle: reach=TRUE; engines: explore bounded */
/* Flags, widths, precisions and lengths of printf. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

char b[64];
#define IS(text, ...) assert(sprintf(b, __VA_ARGS__) == sizeof text - 1 && !strcmp(b, text))

int main(void)
{
    IS("+5| 5|-5|00005|   -5|-5   |-0005", "%+d|% d|%d|%05d|%5d|%-5d|%05d", 5, 5, -5, 5, -5, -5, -5);
    IS("44|255|-1|7   |   7", "%hhd|%hhu|%hd|%*d|%*d", 300, 511, 65535, -4, 7, 4, 7);
    IS("0x10|0X1F|010|0|17|  007|", "%#x|%#X|%#o|%#x|%o|%5.3d|%.0d", 16, 31, 8, 0, 15, 7, 0);
    IS("ab|  a|abc  |(null)|x  ", "%.2s|%3.1s|%-5s|%s|%-3c", "abc", "abc", "abc", (char *)0, 'x');
    IS("(nil)|-9223372036854775807|18446744073709551615", "%p|%lld|%llu", (void *)0, -9223372036854775807ll,
       18446744073709551615ull);
    IS("5 6 7%", "%zu %jd %td%%", (size_t)5, (__INTMAX_TYPE__)6, (__PTRDIFF_TYPE__)7);
    return 0;
}
