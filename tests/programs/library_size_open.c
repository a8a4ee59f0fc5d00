/* heddle: memory=UNKNOWN; engines: explore bounded; reason: how much memory 'wcscpy' accesses */
/* The table of the library does not say how much wcscpy writes: it is too much here, and nothing may be proved. */
#include <wchar.h>

int main(void)
{
    wchar_t small[3];
    wcscpy(small, L"abc");
    return 0;
}
