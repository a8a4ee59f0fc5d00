/* Division of integers of 128 bits, by words of 64 bits, the low one first: shift and subtract. The front end calls it for __int128
 * (wide_integers.c); the divisor is not 0. */
#include "heddle.h"

typedef unsigned long long word64;

/* which: 0 and 1 are the words of the quotient, 2 and 3 those of the remainder */
word64 __heddle_wide_division(word64 low, word64 high, word64 by_low, word64 by_high, unsigned which);

word64 __heddle_wide_division(word64 low, word64 high, word64 by_low, word64 by_high, unsigned which)
{
    word64 rest_low = 0, rest_high = 0;
    if (high == 0 && by_high == 0) {
        return which == 0 ? low / by_low : which == 2 ? low % by_low : 0;
    }
    for (unsigned bit = 0; bit < 128; bit++) {
        word64 out = rest_high >> 63;
        rest_high = rest_high << 1 | rest_low >> 63;
        rest_low = rest_low << 1 | high >> 63;
        high = high << 1 | low >> 63;
        low <<= 1;
        if (out || rest_high > by_high || (rest_high == by_high && rest_low >= by_low)) {
            rest_high -= by_high + (rest_low < by_low);
            rest_low -= by_low;
            low |= 1;
        }
    }
    return which == 0 ? low : which == 1 ? high : which == 2 ? rest_low : rest_high;
}
