/* The arguments of main. There are arbitrarily many; the first HEDDLE_ARGUMENTS are strings of their own, of which nothing is known but
 * the number that atoi and its relatives make of them (numbers.c). A look at their characters is an access outside any object; what argv holds
 * behind them is any value. */
#include "heddle.h"

static char first[0], second[0], third[0], fourth[0];
static char *arguments[HEDDLE_ARGUMENTS];

char **__heddle_arguments(int count)
{
    __heddle_assume(count >= 0);
    arguments[0] = count > 0 ? first : NULL;
    arguments[1] = count > 1 ? second : NULL;
    arguments[2] = count > 2 ? third : NULL;
    arguments[3] = count > 3 ? fourth : NULL;
    return arguments;
}

extern unsigned long long __heddle_argument_numbers[HEDDLE_ARGUMENTS]; /* arbitrary: nobody defines it */

_Bool __heddle_argument(const char *s, unsigned long long *number)
{
    if (s == first)
        *number = __heddle_argument_numbers[0];
    else if (s == second)
        *number = __heddle_argument_numbers[1];
    else if (s == third)
        *number = __heddle_argument_numbers[2];
    else if (s == fourth)
        *number = __heddle_argument_numbers[3];
    else
        return 0;
    return 1;
}
