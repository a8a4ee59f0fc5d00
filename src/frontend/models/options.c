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

static char *const *texts_of_last; /* the part of argv that getopt was called with; the first one is no option */
static int gone_to;                /* behind the texts of it that were options; but for a program that sets it, that is optind */
static char *const *looked_at;     /* a text of argv that the program has looked at by itself, and at none behind it */
static _Bool mixed;                /* texts that are no options may have changed places */

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
static char *new_text(_Bool joined)
{
    size_t length = __heddle_memory() ? __heddle_nondet_u32() & (MOST_ROOM - 1) : MOST_ROOM - 1;
    char *text = __heddle_alloc_option(length + 1);
    __heddle_argument_put(text + length, 0);
    if (__heddle_reads_numbers() && (__heddle_number_base == 10 || __heddle_number_base == 0) && length >= NUMBER_ROOM &&
        __heddle_nondet_bool())
        write_number(text, (int)__heddle_nondet_u32());
    else if (joined)
        __heddle_approximate("the argument of an option in the same text, which is not empty");
    return text;
}

/* --- options --- */

/* Whether the program sets optind, and whether it has getopt look at a part of argv only (main_arguments.c). */
MODEL const int __heddle_argument_restarts = 1, __heddle_argument_parts = 1;
/* Whether it can tell how many texts there are. If not, there are as many as it takes. */
MODEL const int __heddle_argument_counted = 1;

/* One of the letters that the program asks for; 0: none. */
static int letter_of(const char *letters)
{
    while (*letters && __heddle_nondet_bool())
        letters++;
    char letter = *letters;
    return letter == ':' || letter == ';' || letter == '+' || letter == '-' ? 0 : (unsigned char)letter;
}

static int argument_of(const char *letters, int letter)
{
    if (!letter)
        return NO_ARGUMENT;
    while ((unsigned char)*letters != letter)
        letters++;
    return letters[1] != ':' ? NO_ARGUMENT : letters[2] != ':' ? REQUIRED_ARGUMENT : OPTIONAL_ARGUMENT;
}

static int kind_of(const char *letters)
{
    _Bool in_place = *letters == '-';
    letters += *letters == '+' || in_place;
    return (in_place ? IN_PLACE : 0) | (*letters == ':' ? QUIET : 0);
}

static void stand_anywhere(int count)
{
    if (!__heddle_argument_counted || (optind >= count && __heddle_nondet_bool()))
        return;
    optind = (int)__heddle_nondet_u32();
    __heddle_assume(optind >= 1 && optind <= count);
}

static void start(char *const *texts)
{
    if (__heddle_argument_parts && texts_of_last && texts != texts_of_last)
        __heddle_uncovered("getopt for two parts of argv");
    if (__heddle_argument_restarts && optind == 0) {
        if (gone_to > 1)
            __heddle_uncovered("getopt that begins again");
        optind = 1;
    }
    texts_of_last = texts;
    if (looked_at && looked_at >= texts + optind)
        __heddle_uncovered("options that the program has looked at by itself before");
    optarg = NULL;
}

/* Goes on to the argument of an option, in a text of its own. */
static _Bool is_missing(int count)
{
    if (__heddle_argument_counted) {
        if (optind >= count)
            return 1;
        optind++;
        return 0;
    }
    _Bool missing = __heddle_nondet_bool();
    if (missing)
        __heddle_approximate("the end of argv, behind which there is no option");
    return missing;
}

/* The next option: this one, as in struct option, or another that there always is. plain: it is the text at optind, and stands before everything else. */
static int next_option(int count, _Bool plain, int kind, int value, int has, int *flag, int name, int *index)
{
    unsigned what = __heddle_nondet_u8() & 3;
    _Bool joined = __heddle_nondet_bool(), named = name >= 0;
    optind += plain && __heddle_argument_counted;
    if (what == 0) /* "--", for a plain one */
        return END;
    if (what == 1) {
        optopt = (int)__heddle_any_u32("which option is wrong");
        return !plain && (kind & QUIET) && joined ? ':' : '?';
    }
    if ((kind & IN_PLACE) && !plain && what == 2) {
        optarg = new_text(0);
        return 1;
    }
    __heddle_assume(named || value);
    joined &= has == OPTIONAL_ARGUMENT || (named && has == REQUIRED_ARGUMENT);
    if (plain && has == REQUIRED_ARGUMENT && !joined && is_missing(count)) {
        optopt = flag ? 0 : value;
        return kind & QUIET ? ':' : '?';
    }
    if (has == REQUIRED_ARGUMENT || joined)
        optarg = new_text(joined && !named);
    if (index && named)
        *index = name;
    if (!flag)
        return value;
    *flag = value;
    return 0;
}

/* value: of a letter, the letter itself; 0: there is none. name: its number in the table; -1: it is a letter. */
int __heddle_argument_option(int count, char *const *texts, int kind, int value, int has, int *flag, int name, int *index)
{
    start(texts);
    _Bool plain = (__heddle_nondet_u8() & 15) != 0;
    if (plain) {
        if (__heddle_argument_restarts)
            __heddle_assume(optind >= gone_to);
    } else {
        __heddle_approximate("options of which several are one text, or that are behind other arguments");
        mixed = 1;
        stand_anywhere(count);
    }
    int found = END;
    if (!plain || !__heddle_argument_counted || optind < count)
        found = next_option(count, plain, kind, value, has, flag, name, index);
    if (__heddle_argument_counted)
        gone_to = optind;
    return found;
}

/* The same for letters, and names, of which nobody knows which they are. */
int __heddle_argument_any_option(int count, char *const *texts, const char *letters, const struct option *options, int *index)
{
    if (!options || __heddle_nondet_bool()) {
        int letter = letter_of(letters);
        return __heddle_argument_option(count, texts, kind_of(letters), letter, argument_of(letters, letter), NULL, -1, NULL);
    }
    int k = 0;
    while (options[k].name && __heddle_nondet_bool())
        k++;
    __heddle_assume(options[k].name != NULL);
    return __heddle_argument_option(count, texts, kind_of(letters), options[k].value, options[k].has_argument, options[k].flag, k,
                                    index);
}

/* --- what the program looks at by itself --- */

/* text: what stands there in argv, as long as nothing has changed places */
char *__heddle_argument_beside_options(char **place, char *text)
{
    int behind = __heddle_argument_restarts ? gone_to : optind; /* 1 before the first call */
    if (texts_of_last && place > texts_of_last && place < texts_of_last + behind)
        __heddle_uncovered("the texts of options, in argv");
    if (place > looked_at)
        looked_at = place;
    return mixed && place > texts_of_last && text ? __heddle_argument_any() : text;
}
