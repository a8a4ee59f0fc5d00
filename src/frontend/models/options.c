/* getopt and getopt_long on the arguments of main, in a program that otherwise only reads argv (frontend/argument_reads.c). Nobody looks at the texts that the options are: each call
 * chooses one, out of those that the program asks for, and the argument of an option is new memory. A violation may rely on options that come in front of everything else, each a text
 * of its own ("-n", "5", "--size=5", "--"): there is such a command line. Others (several letters in one text, options behind other arguments) are approximated. */
#include "heddle.h"

extern char *optarg;
extern int optind, optopt;

struct option {
    const char *name;
    int has_argument, *flag, value;
};
enum { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT, END = -1 };
enum { IN_PLACE = 1, QUIET = 2 }; /* what letters begin with: - and : */

static int first;      /* the texts of the call are argv's from here on; the first one is no option */
static int gone_to;    /* texts between it and here, in argv, were options */
static int looked_at;  /* a text of argv that the program has looked at, and it has at none behind it */
static _Bool in_order; /* the texts behind are those that are no options, as they stand in argv */

/* --- the argument of an option --- */

#define MOST_ROOM ((size_t)1 << 17) /* Linux has no longer ones */
enum { NUMBER_ROOM = 12 };
extern const int __heddle_number_base; /* 10 or 0, or else no number is read here (numbers.c) */

static char *number_text, *number_end; /* the last argument that is a decimal number and nothing else */
static int its_number;

_Bool __heddle_option_number(const char *s, long long *number, char **end)
{
    if (!s || s != number_text)
        return 0;
    *number = its_number;
    if (end)
        *end = number_end;
    return 1;
}

/* The program writes to no such text (main_arguments.c). */
void __heddle_argument_put(char *place, char c);
void __heddle_argument_put(char *place, char c) { *place = c; }

#define DIGIT(power) (char)('0' + size / (power) % 10)
#define PUT(k, negative, positive) __heddle_argument_put(text + (k), (char)(n < 0 ? (negative) : (positive)))

/* With all digits that there may be: where each lies is no matter of the number. */
static void write_decimal(char *text, int n)
{
    unsigned size = n < 0 ? 0 - (unsigned)n : (unsigned)n;
    PUT(0, '-', DIGIT(1000000000));
    PUT(1, DIGIT(1000000000), DIGIT(100000000));
    PUT(2, DIGIT(100000000), DIGIT(10000000));
    PUT(3, DIGIT(10000000), DIGIT(1000000));
    PUT(4, DIGIT(1000000), DIGIT(100000));
    PUT(5, DIGIT(100000), DIGIT(10000));
    PUT(6, DIGIT(10000), DIGIT(1000));
    PUT(7, DIGIT(1000), DIGIT(100));
    PUT(8, DIGIT(100), DIGIT(10));
    PUT(9, DIGIT(10), DIGIT(1));
    PUT(10, DIGIT(1), 0);
    PUT(11, 0, 0);
    number_end = text + 10 + (n < 0);
}

static char hexadecimal(unsigned digit) { return (char)(digit < 10 ? '0' + digit : 'a' - 10 + digit); }

/* Where the digits say which base it is. */
static void write_hexadecimal(char *text, int n)
{
    __heddle_assume(n >= 0);
    __heddle_argument_put(text, '0');
    __heddle_argument_put(text + 1, 'x');
    __heddle_argument_put(text + 2, hexadecimal((unsigned)n >> 28));
    __heddle_argument_put(text + 3, hexadecimal((unsigned)n >> 24 & 15));
    __heddle_argument_put(text + 4, hexadecimal((unsigned)n >> 20 & 15));
    __heddle_argument_put(text + 5, hexadecimal((unsigned)n >> 16 & 15));
    __heddle_argument_put(text + 6, hexadecimal((unsigned)n >> 12 & 15));
    __heddle_argument_put(text + 7, hexadecimal((unsigned)n >> 8 & 15));
    __heddle_argument_put(text + 8, hexadecimal((unsigned)n >> 4 & 15));
    __heddle_argument_put(text + 9, hexadecimal((unsigned)n & 15));
    __heddle_argument_put(text + 10, 0);
    number_end = text + 10;
}

static void write_number(char *text, int n)
{
    if (__heddle_number_base == 10)
        write_decimal(text, n);
    else
        write_hexadecimal(text, n);
    number_text = text;
    its_number = n;
}

/* Without memory asked, nobody looks where it ends. */
static char *new_text(void)
{
    size_t length = __heddle_memory() ? __heddle_nondet_u32() & (MOST_ROOM - 1) : MOST_ROOM - 1;
    char *text = __heddle_alloc_option(length + 1);
    __heddle_argument_put(text + length, 0);
    if (__heddle_reads_numbers() && (__heddle_number_base == 10 || __heddle_number_base == 0) && length >= NUMBER_ROOM && __heddle_nondet_bool())
        write_number(text, (int)__heddle_nondet_u32());
    return text;
}

/* --- options --- */

MODEL const int __heddle_argument_restarts = 1; /* whether the program sets optind (main_arguments.c) */

/* One of the letters that the program asks for. */
int __heddle_argument_letter_of(const char *letters)
{
    while (*letters && __heddle_nondet_bool())
        letters++;
    char letter = *letters;
    __heddle_assume(letter && letter != ':' && letter != ';' && letter != '+' && letter != '-');
    return (unsigned char)letter;
}

int __heddle_argument_has(const char *letters, int letter)
{
    while (*letters && (unsigned char)*letters != letter)
        letters++;
    return letters[1] != ':' ? NO_ARGUMENT : letters[2] != ':' ? REQUIRED_ARGUMENT : OPTIONAL_ARGUMENT;
}

int __heddle_argument_kind(const char *letters)
{
    _Bool in_place = *letters == '-';
    letters += *letters == '+' || in_place;
    return (in_place ? IN_PLACE : 0) | (*letters == ':' ? QUIET : 0);
}

/* One of the names. */
static int any_name(const struct option *options, int names)
{
    int k = 0;
    if (names >= 0) {
        k = (int)__heddle_nondet_u32();
        __heddle_assume(k >= 0 && k < names);
    } else {
        while (options[k].name && __heddle_nondet_bool())
            k++;
        __heddle_assume(options[k].name != NULL);
    }
    return k;
}

static int chosen(const struct option *option, int number, int *index)
{
    if (index)
        *index = number;
    if (!option->flag)
        return option->value;
    *option->flag = option->value;
    return 0;
}

static void stand_anywhere(int count)
{
    if (optind >= count && __heddle_nondet_bool())
        return;
    optind = (int)__heddle_nondet_u32();
    __heddle_assume(optind >= 1 && optind <= count);
}

static void start(char *const *texts)
{
    int place = (int)(texts - __heddle_argument_vector());
    if (place != first && gone_to > first)
        __heddle_uncovered("getopt for two parts of argv");
    first = place;
    in_order |= gone_to <= first;
    if (__heddle_argument_restarts && optind == 0) {
        if (gone_to > first)
            __heddle_uncovered("getopt that begins again");
        optind = 1;
    }
    if (looked_at >= first + optind)
        __heddle_uncovered("options that the program has looked at by itself before");
    optarg = NULL;
}

/* The next option: the letter, or one of the names. plain: it is the text at optind, and stands before everything else. */
static int next_option(int count, _Bool plain, int letter, int has, int kind, const struct option *options, int names, int *index)
{
    unsigned what = __heddle_nondet_u8() & 3;
    _Bool joined = __heddle_nondet_bool(), named = 0;
    int name = 0, value = letter;
    optind += plain;
    if (what == 0) /* "--", for a plain one */
        return END;
    if (what == 1) {
        optopt = (int)__heddle_any_u32("which option is wrong");
        return !plain && (kind & QUIET) && joined ? ':' : '?';
    }
    if ((kind & IN_PLACE) && !plain && what == 2) {
        has = REQUIRED_ARGUMENT;
        value = 1;
    } else if (options && what == 2) {
        named = 1;
        name = any_name(options, names);
        has = options[name].has_argument;
        value = options[name].flag ? 0 : options[name].value;
    }
    joined &= has == OPTIONAL_ARGUMENT || (named && has == REQUIRED_ARGUMENT);
    if (plain && has == REQUIRED_ARGUMENT && !joined && optind++ >= count) {
        optind = count;
        optopt = value;
        return kind & QUIET ? ':' : '?';
    }
    if (has == REQUIRED_ARGUMENT || joined)
        optarg = new_text();
    if (joined && !named)
        __heddle_assume(*optarg != 0);
    return named ? chosen(&options[name], name, index) : value;
}

int __heddle_argument_option(int count, char *const *texts, int letter, int has, int kind, const struct option *options, int names,
                             int *index)
{
    start(texts);
    _Bool plain = __heddle_nondet_bool();
    if (plain) {
        if (__heddle_argument_restarts)
            __heddle_assume(first + optind >= gone_to);
    } else {
        __heddle_approximate("options of which several are one text, or that are behind other arguments");
        in_order = 0;
        stand_anywhere(count);
    }
    int found = END;
    if (!plain || optind < count)
        found = next_option(count, plain, letter, has, kind, options, names, index);
    gone_to = first + optind;
    return found;
}

/* --- what the program looks at by itself --- */

/* text: what stands there in argv, as long as nothing has changed places */
char *__heddle_argument_beside_options(char **place, char *text)
{
    int number = (int)(place - __heddle_argument_vector());
    if (number > first && number < gone_to)
        __heddle_uncovered("the texts of options, in argv");
    if (number > looked_at)
        looked_at = number;
    return number > first && gone_to > first && !in_order && text ? __heddle_argument_any() : text;
}
