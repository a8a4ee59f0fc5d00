/* heddle: memory=UNKNOWN; engines: explore bounded; reason: how much memory 'wcpcpy' accesses */
/* The table of the library does not say how much wcpcpy writes: it is too much here, and nothing may be proved. */
#define _GNU_SOURCE
#include <wchar.h>

int main(void)
{
    wchar_t small[3];
    wcpcpy(small, L"abc");
    return 0;
}
