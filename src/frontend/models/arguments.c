/* The arguments of main: arbitrarily many texts of any length (Linux allows 128 KB each). frontend/main_arguments.c calls what is here.
 * Numbers that are read out of the first ones are arbitrary, but the same at each call (numbers.c): where a program does so, the characters are
 * any value, as they do not always fit the number. */
#include "heddle.h"

/* Linux has room for 6 MB of arguments; with 32 bits argv would not fit otherwise. */
void __heddle_argument_count(int count) { __heddle_assume(count >= 0 && (sizeof(char *) > 4 || count < 1 << 24)); }

char **__heddle_arguments(int count) { return __heddle_alloc(((size_t)(unsigned)count + 1) * sizeof(char *)); }

static char *numbered[HEDDLE_ARGUMENTS];

static char *new_text(void)
{
    unsigned length = __heddle_nondet_u32() & 0x1ffff;
    char *text = __heddle_alloc_text(length + 1);
    text[length] = 0;
    return text;
}

void __heddle_argument_text(char **arguments, int count, int number)
{
    if (number <= count)
        arguments[number] = number < count ? new_text() : NULL;
}

void __heddle_argument_texts(char **arguments, int count)
{
    for (int k = 0; k <= count; k++)
        __heddle_argument_text(arguments, count, k);
}

void __heddle_argument_number(char **arguments, int count, int number)
{
    if (number < count)
        numbered[number] = arguments[number];
}

extern unsigned long long __heddle_argument_numbers[HEDDLE_ARGUMENTS]; /* arbitrary: nobody defines it */

_Bool __heddle_number_of(const char *s, unsigned long long *number)
{
    for (int k = 0; k < HEDDLE_ARGUMENTS; k++)
        if (s == numbered[k]) {
            *number = __heddle_argument_numbers[k];
            return 1;
        }
    return 0;
}
