/* Addresses of the Internet in strings, as glibc reads them: one to four numbers with dots between, decimal, octal or hexadecimal, the last one for all bytes that are left. */
#include "heddle.h"

static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                  : 99;
}

/* Where it ends; NULL if there is none, or it is too large. */
static const char *read_part(const char *s, unsigned *value)
{
    unsigned base = *s != '0' ? 10 : (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16 ? 16 : 8;
    unsigned long long n = 0;
    if (digit_of(*s) > 9)
        return NULL;
    for (s += base == 16 ? 2 : 0; digit_of(*s) < base && n <= 0xffffffff; s++)
        n = n * base + digit_of(*s);
    *value = (unsigned)n;
    return n <= 0xffffffff ? s : NULL;
}

static _Bool read_address(const char *s, unsigned *address)
{
    unsigned result = 0, part = 0;
    for (int k = 0; k < 4; k++) {
        s = read_part(s, &part);
        if (!s)
            return 0;
        if (*s != '.') {
            *address = result | part;
            return part <= 0xffffffff >> 8 * k && (*s == 0 || *s == ' ' || (*s >= '\t' && *s <= '\r'));
        }
        if (part > 255)
            return 0;
        result |= part << (24 - 8 * k);
        s++;
    }
    return 0;
}

MODEL unsigned inet_addr(const char *s)
{
    unsigned address;
    return read_address(s, &address) ? __builtin_bswap32(address) : 0xffffffff;
}

MODEL int inet_aton(const char *s, unsigned *address)
{
    unsigned result;
    if (!read_address(s, &result))
        return 0;
    if (address)
        *address = __builtin_bswap32(result);
    return 1;
}
