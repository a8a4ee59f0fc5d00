/* The arguments of main. There are arbitrarily many; the first HEDDLE_ARGUMENTS are strings of their own, of which nothing is known but
 * the number that atoi and its relatives make of them. A look at their characters is an access outside any object; what argv holds
 * behind them is any value. */
#include "heddle.h"

static char first[0], second[0], third[0], fourth[0];
static char *arguments[HEDDLE_ARGUMENTS];
extern unsigned long long __heddle_argument_numbers[HEDDLE_ARGUMENTS]; /* arbitrary: nobody defines it */

char **__heddle_arguments(int count)
{
    __heddle_assume(count >= 0);
    arguments[0] = count > 0 ? first : NULL;
    arguments[1] = count > 1 ? second : NULL;
    arguments[2] = count > 2 ? third : NULL;
    arguments[3] = count > 3 ? fourth : NULL;
    return arguments;
}

static unsigned long long number(const char *s)
{
    if (s == first)
        return __heddle_argument_numbers[0];
    if (s == second)
        return __heddle_argument_numbers[1];
    if (s == third)
        return __heddle_argument_numbers[2];
    if (s == fourth)
        return __heddle_argument_numbers[3];
    return __heddle_any_u64("the number that a string stands for");
}

MODEL int atoi(const char *s) { return (int)number(s); }

MODEL long atol(const char *s) { return (long)number(s); }

MODEL long long atoll(const char *s) { return (long long)number(s); }

static void stop(const char *s, char **end)
{
    if (end) {
        __heddle_approximate("where a number in a string ends");
        *end = (char *)s + __heddle_nondet_u8();
    }
}

MODEL long strtol(const char *s, char **end, int base)
{
    (void)base;
    stop(s, end);
    return (long)number(s);
}

MODEL unsigned long strtoul(const char *s, char **end, int base)
{
    (void)base;
    stop(s, end);
    return (unsigned long)number(s);
}

MODEL long long strtoll(const char *s, char **end, int base)
{
    (void)base;
    stop(s, end);
    return (long long)number(s);
}
