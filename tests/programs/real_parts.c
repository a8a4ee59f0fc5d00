/* heddle: reach=TRUE; engines: explore auto */
/* Parts of numbers, also of those below the normal ones, and wide strings. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <wchar.h>

int main(void)
{
    int e;
    double whole, tiny = 0x1p-1074, most = 0x1.fffffffffffffp1023;
    wchar_t text[8] = L"ab";
    assert(frexp(8.0, &e) == 0.5 && e == 4);
    assert(frexp(-0.75, &e) == -0.75 && e == 0);
    assert(frexp(tiny, &e) == 0.5 && e == -1073);
    assert(frexp(0x1.8p-1040, &e) == 0.75 && e == -1039);
    assert(ldexp(1.0, 3) == 8.0 && ldexp(tiny, 1074 + 1023) == 0x1p1023 && ldexp(0x1p1023, -2097) == tiny);
    assert(ldexp(0x1.8p0, -1074) == 0x1p-1073 && ldexp(0x1.4p0, -1074) == tiny && ldexp(-0x1.8p1023, -2099) == 0);
    assert(scalbn(0x1.0000000000003p0, -1074 + 51) == 0x1.0000000000004p-1023);
    errno = 0;
    assert(ldexp(most, 1) == INFINITY && errno == ERANGE);
    errno = 0;
    assert(ldexp(tiny, -2) == 0 && errno == ERANGE);
    errno = 0;
    assert(ldexp(0, 100000) == 0 && ldexp(INFINITY, -100000) == INFINITY && ldexp(1, -100000) == 0 && ldexp(1, 100000) == INFINITY);
    assert(modf(2.5, &whole) == 0.5 && whole == 2);
    assert(modf(-0.25, &whole) == -0.25 && whole == 0 && signbit(whole));
    assert(modf(INFINITY, &whole) == 0 && whole == INFINITY);
    assert(wcslen(wcscat(text, L"cd")) == 4 && wcscmp(text, L"abcd") == 0 && wcscmp(text, L"abd") < 0 && wcschr(text, L'c') == text + 2);
    return 0;
}
