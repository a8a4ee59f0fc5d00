/* heddle: memory=FALSE; engines: explore bounded */
/* A wide string is copied into an array that is too small. */
#include <wchar.h>

int main(void)
{
    wchar_t small[3];
    wcscpy(small, L"abc");
    return 0;
}
