/* heddle: reach=TRUE; engines: explore bounded */
/* Floating-point constants keep their bits, also those of signalling and negative NaNs. */
#include <assert.h>
#include <string.h>

static union {
    float f;
    unsigned u;
} single = {__builtin_nansf("0x1234")}, quiet = {__builtin_nanf("0x1234")};
static const double signalling = __builtin_nans("0x42"), numbers[2] = {-0.0, 1.5};

int main(void)
{
    unsigned long long bits;
    assert(single.u == 0x7f801234u && quiet.u == 0x7fc01234u);
    memcpy(&bits, &signalling, sizeof bits);
    assert(bits == 0x7ff0000000000042ull);
    memcpy(&bits, &numbers[0], sizeof bits);
    assert(bits == 0x8000000000000000ull);
    memcpy(&bits, &numbers[1], sizeof bits);
    assert(bits == 0x3ff8000000000000ull);
    return 0;
}
