/* Addresses of the Internet in strings, as glibc reads them: one to four numbers with dots between, decimal, octal or hexadecimal, the last one for all bytes that are left. And
 * hosts by their names. */
#include "errors.h"
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

struct host { /* struct hostent */
    char *name, **aliases;
    int type, length;
    char **addresses;
};

/* Such a name is not looked up: nothing but digits and dots, and no dot at its end (glibc, nss/digits_dots.c). */
static _Bool is_in_numbers(const char *name)
{
    if (digit_of(*name) > 9)
        return 0;
    while (digit_of(*name) < 10 || *name == '.')
        name++;
    return !*name && name[-1] != '.';
}

void *__heddle_library_own(char *first, char *second, char *third, const char *what);

/* gethostbyname. Which host has a name, and whether there is one, is up to the world: it may be one that is called "a" and has one address, which is arbitrary. Others that may be found,
 * and how one is called whose address was given, are any value: a violation does not rely on that. */
void *__heddle_library_host(const char *name, char *first, char *second, char *third, const char *what)
{
    enum { IPV4 = 2, BYTES = 4, NAME = 64 };
    struct host *found = (struct host *)first;
    char **list = (char **)second;
    unsigned address = __heddle_nondet_u32();
    _Bool in_numbers = is_in_numbers(name), fails = in_numbers ? !read_address(name, &address) : __heddle_nondet_bool();
    _Bool plain = !fails && !in_numbers && __heddle_nondet_bool();
    if (plain || (fails && __heddle_nondet_bool()))
        __heddle_writes(first, sizeof *found);
    else
        __heddle_library_own(first, second, third, what);
    if (plain) {
        found->name = third + NAME;
        found->aliases = list + 1;
        third[NAME] = 'a';
        third[NAME + 1] = 0;
    }
    if (plain || (!fails && in_numbers)) {
        found->type = IPV4;
        found->length = BYTES;
        found->addresses = list;
        list[0] = third;
        list[1] = NULL;
        for (int k = 0; k < BYTES; k++)
            third[k] = (char)(address >> (24 - 8 * k));
    }
    if (fails)
        __heddle_fails_somehow(); /* h_errno says why */
    return fails ? NULL : __heddle_open_ended(first);
}
