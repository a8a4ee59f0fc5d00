/* The arguments of main: arbitrarily many texts of any length (Linux allows 128 KB each). frontend/main_arguments.c calls what is here.
 * Numbers that are read out of the first ones are arbitrary, but the same at each call (numbers.c): where a program does so, the characters are
 * any value, as they do not always fit the number. */
#include "heddle.h"

/* Linux has room for 6 MB of arguments; with 32 bits argv would not fit otherwise. */
void __heddle_argument_count(int count) { __heddle_assume(count >= 1 && (sizeof(char *) > 4 || count < 1 << 24)); }

static char **vector, *all_texts;
static int number_of_texts;

char **__heddle_arguments(int count)
{
    number_of_texts = count;
    vector = __heddle_alloc_own(((size_t)(unsigned)count + 1) * sizeof(char *));
    return vector;
}

/* The program writes to no such text (main_arguments.c). */
void __heddle_argument_put(char *place, char c) { *place = c; }

static char *numbered[HEDDLE_ARGUMENTS];

static char *new_text(void)
{
    size_t length = __heddle_nondet_u32() & 0x1ffff;
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

/* All at once, for a program that only reads them: the texts are one object, where each has as much room as it may need. That a text could go
 * on behind its room makes no difference, as nobody writes there. The vector holds nothing: what would be there is computed. */
enum { MOST_TEXTS = 1 << 23 /* Linux has room for 6 MB of them */ };
#define TEXT_ROOM ((word)1 << 17)

char **__heddle_arguments_at_once(int count)
{
    __heddle_assume(count < MOST_TEXTS);
    number_of_texts = count;
    all_texts = __heddle_alloc_text(MOST_TEXTS * TEXT_ROOM);
    __heddle_argument_put(all_texts + MOST_TEXTS * TEXT_ROOM - 1, 0);
    vector = __heddle_alloc_own((MOST_TEXTS + 1) * sizeof(char *));
    return vector;
}

char *__heddle_argument_at(char **place, int count)
{
    long number = (long)((word)place - (word)vector) >> (sizeof(char *) == 8 ? 3 : 2);
    if (number < 0 || number > count)
        __heddle_unsupported("undefined: access outside any object");
    return number == count ? NULL : all_texts + (word)number * TEXT_ROOM;
}

char *__heddle_argument_elsewhere(char **place) { return __heddle_argument_at(place, number_of_texts); }

char *__heddle_argument_any(void)
{
    int number = (int)__heddle_nondet_u32();
    __heddle_assume(number > 0 && number < number_of_texts);
    return all_texts ? all_texts + (word)(unsigned)number * TEXT_ROOM : vector[number];
}

void __heddle_argument_number_at_once(int number)
{
    if (number < number_of_texts)
        numbered[number] = all_texts + (word)(unsigned)number * TEXT_ROOM;
}

extern long long __heddle_argument_numbers[HEDDLE_ARGUMENTS]; /* arbitrary: nobody defines it */

_Bool __heddle_number_of(const char *s, long long *number)
{
    for (int k = 0; k < HEDDLE_ARGUMENTS; k++)
        if (s == numbered[k]) {
            *number = __heddle_argument_numbers[k];
            return 1;
        }
    return 0;
}
