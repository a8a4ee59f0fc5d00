/* getopt and its relatives. Without arguments they find the end of the options; otherwise which options there are is any choice, out of those that
 * the program asks for: the argument of one is a part of some text of argv, and texts may have changed places, as in glibc. */
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

/* Whether there is nothing left for sure; otherwise everything is open from here on. */
static _Bool at_end(int count)
{
    optarg = NULL;
    if (optind == 0)
        optind = 1;
    if (optind >= count)
        return 1;
    __heddle_approximate("which options a program is given");
    return 0;
}

static int next_option(int count, char **texts, const char *letters, const struct option *options, int *index)
{
    if (at_end(count))
        return -1;
    change_places(count, texts);
    if (__heddle_nondet_bool()) {
        move_on(count, 0);
        return -1;
    }
    if (__heddle_nondet_bool())
        return wrong_option(count, letters);
    if (options && __heddle_nondet_bool())
        return long_option(count, texts, options, index);
    if (*letters == '-' && __heddle_nondet_bool()) { /* no option, but in its place */
        take_argument(count, texts, REQUIRED_ARGUMENT);
        return 1;
    }
    return short_option(count, texts, letters);
}

MODEL int getopt(int count, char *const *texts, const char *letters)
{
    return next_option(count, (char **)texts, letters, NULL, NULL);
}

MODEL int getopt_long(int count, char *const *texts, const char *letters, const struct option *options, int *index)
{
    return next_option(count, (char **)texts, letters, options, index);
}

MODEL int getopt_long_only(int count, char *const *texts, const char *letters, const struct option *options, int *index)
{
    return next_option(count, (char **)texts, letters, options, index);
}
