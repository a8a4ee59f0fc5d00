/* getopt and its relatives. Options of one letter that come before everything else are those of argv, and so is their end. Otherwise (long ones, and options behind other arguments,
 * which glibc moves to the end) which options there are is any choice, out of those that the program asks for: the argument of one is a part of some text of argv, and texts may have changed places. */
#include "heddle.h"

MODEL char *optarg;
MODEL int optind = 1, opterr = 1, optopt = '?';

static void change_places(int count, char **texts)
{
    while (__heddle_nondet_bool()) {
        int a = (int)__heddle_nondet_u32(), b = (int)__heddle_nondet_u32();
        __heddle_assume(a > 0 && a < b && b < count);
        char *text = texts[a];
        texts[a] = texts[b];
        texts[b] = text;
    }
}

/* From where it is to somewhere before or at the end. */
static void move_on(int count, int least)
{
    int to = (int)__heddle_nondet_u32();
    __heddle_assume(to >= optind + least && to <= count);
    optind = to;
}

/* Behind the last option: texts that are no options have been moved there, and may be fewer or more than were passed so far. */
static void end_anywhere(int count)
{
    int to = (int)__heddle_nondet_u32();
    __heddle_assume(to >= 1 && to <= count);
    optind = to;
}

static char *part_of_text(int count, char **texts)
{
    int which = (int)__heddle_nondet_u32();
    size_t offset = (size_t)__heddle_nondet_u64();
    __heddle_assume(which > 0 && which < count);
    char *text = texts[which];
    __heddle_assume(__heddle_readable(text + offset));
    return text + offset;
}

enum has_argument { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT };

static void take_argument(int count, char **texts, enum has_argument has)
{
    if (has == REQUIRED_ARGUMENT || (has == OPTIONAL_ARGUMENT && __heddle_nondet_bool()))
        optarg = part_of_text(count, texts);
    move_on(count, has == REQUIRED_ARGUMENT);
}

static int wrong_option(int count, const char *letters)
{
    optopt = (int)__heddle_nondet_u32();
    move_on(count, 0);
    letters += *letters == '+' || *letters == '-';
    return *letters == ':' && __heddle_nondet_bool() ? ':' : '?';
}

static int short_option(int count, char **texts, const char *letters)
{
    for (; *letters && __heddle_nondet_bool(); letters++)
        ;
    char letter = *letters;
    __heddle_assume(letter && letter != ':' && letter != '+' && letter != '-');
    _Bool has = letters[1] == ':', may = has && letters[2] == ':';
    take_argument(count, texts, may ? OPTIONAL_ARGUMENT : has ? REQUIRED_ARGUMENT : NO_ARGUMENT);
    return (unsigned char)letter;
}

struct option {
    const char *name;
    int has_argument, *flag, value;
};

static int long_option(int count, char **texts, const struct option *options, int *index)
{
    int k = 0;
    for (; options[k].name && __heddle_nondet_bool(); k++)
        ;
    __heddle_assume(options[k].name != NULL);
    take_argument(count, texts, (enum has_argument)options[k].has_argument);
    if (index)
        *index = k;
    if (!options[k].flag)
        return options[k].value;
    *options[k].flag = options[k].value;
    return 0;
}

/* --- options as they stand in argv --- */

enum { END = -1, NOT_KNOWN = -2 };
static char *letters_left; /* of the text at optind, behind the letters that were returned; NULL: none was */
static int left_at =
    1; /* optind as it was left; 0: where the next option stands is not known, since some were any choice or the end was found */

static _Bool mixed; /* some options were any choice: there may be texts between them that are no options */

static _Bool is_option(const char *text) { return text[0] == '-' && text[1]; }

/* At optind is no option: the end, if there is none behind it. */
static int no_option(int count, char **texts, const char *letters)
{
    if (*letters == '-')
        return NOT_KNOWN;
    for (int k = optind + 1; k < count; k++)
        if (is_option(texts[k]))
            return NOT_KNOWN;
    return END;
}

/* The letter has been taken off letters_left, and optind is behind the text if it was the last one. */
static int letter_with_argument(int count, char **texts, char letter, _Bool optional, _Bool quiet)
{
    if (*letters_left) {
        optarg = letters_left;
        optind++;
    } else if (!optional && optind < count) {
        optarg = texts[optind++];
    } else if (!optional) {
        optopt = letter;
        letter = quiet ? ':' : '?';
    }
    letters_left = NULL;
    return letter;
}

static int next_letter(int count, char **texts, const char *letters)
{
    _Bool quiet = *letters == ':';
    char letter = *letters_left++;
    if (!*letters_left)
        optind++;
    while (*letters && *letters != letter)
        letters++;
    if (!*letters || letter == ':' || letter == ';') {
        optopt = letter;
        return '?';
    }
    if (letters[1] == ':')
        return letter_with_argument(count, texts, letter, letters[2] == ':', quiet);
    return letters[1] == ';' ? NOT_KNOWN : letter;
}

/* The next option, if it is one of a letter that comes before all other arguments; the end, if it is there for sure; or NOT_KNOWN. */
static int plain_option(int count, char **texts, const char *letters, _Bool may_be_long)
{
    if (optind != left_at)
        return NOT_KNOWN;
    if (!letters_left || !*letters_left) {
        char *text = texts[optind];
        if (!is_option(text))
            return no_option(count, texts, letters);
        if (text[1] == '-' && !text[2]) {
            optind++;
            return END;
        }
        if (may_be_long)
            return NOT_KNOWN;
        letters_left = text + 1;
    }
    return next_letter(count, texts, letters + (*letters == '+' || *letters == '-'));
}

/* The next option, or NOT_KNOWN: everything is open from here on. */
static int known_option(int count, char **texts, const char *letters, _Bool may_be_long)
{
    optarg = NULL;
    if (optind == 0) {
        letters_left = NULL;
        optind = left_at = 1;
    }
    if (optind >= count) {
        if (mixed)
            end_anywhere(count);
        return END;
    }
    int found = plain_option(count, texts, letters, may_be_long);
    left_at = found == END || found == NOT_KNOWN ? 0 : optind;
    if (found == NOT_KNOWN) {
        __heddle_approximate("which options a program is given");
        mixed = 1;
        change_places(count, texts);
    }
    return found;
}

static int any_short_option(int count, char **texts, const char *letters)
{
    if (__heddle_nondet_bool()) {
        end_anywhere(count);
        return END;
    }
    if (__heddle_nondet_bool())
        return wrong_option(count, letters);
    if (*letters == '-' && __heddle_nondet_bool()) { /* no option, but in its place */
        take_argument(count, texts, REQUIRED_ARGUMENT);
        return 1;
    }
    return short_option(count, texts, letters);
}

MODEL int getopt(int count, char *const *texts, const char *letters)
{
    int found = known_option(count, (char **)texts, letters, 0);
    return found != NOT_KNOWN ? found : any_short_option(count, (char **)texts, letters);
}

MODEL int getopt_long(int count, char *const *texts, const char *letters, const struct option *options, int *index)
{
    int found = known_option(count, (char **)texts, letters, 1);
    if (found != NOT_KNOWN)
        return found;
    return __heddle_nondet_bool() ? long_option(count, (char **)texts, options, index)
                                  : any_short_option(count, (char **)texts, letters);
}

MODEL int getopt_long_only(int count, char *const *texts, const char *letters, const struct option *options, int *index)
{
    return getopt_long(count, texts, letters, options, index);
}
