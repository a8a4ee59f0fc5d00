/* The command line: every way to write an option, and every way to get it wrong. */
#include "base/options_table.h"
#include "unit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Splits a line at blanks; "_" stands for an empty word. */
static bool parse(struct options *o, const char *line, struct text *error)
{
    static char words[1000];
    char *argv[50] = {"heddle"};
    int argc = 1;
    strcpy(words, line);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
        argv[argc++] = strcmp(w, "_") ? w : "";
    options_init(o);
    text_clear(error);
    return options_parse(o, argc, argv, error);
}

static void good_lines(void **state)
{
    (void)state;
    struct options o;
    struct text e = {0};
    assert_true(parse(&o, "verify a.c", &e));
    assert_int_equal(o.command, COMMAND_VERIFY);
    assert_string_equal(o.files.data[0], "a.c");
    assert_string_equal(o.machine, "64");
    assert_true(o.por && o.passes && !o.shortest && !o.timeout);
    options_free(&o);
    assert_true(
        parse(&o, "verify -m32 --timeout=5 --memory 100 --no-por --shortest -Iinc -I inc2 -DX=1 --define Y a.c -- -b.c", &e));
    assert_string_equal(o.machine, "32");
    assert_true(o.timeout == 5);
    assert_int_equal(o.memory, 100);
    assert_true(!o.por && o.shortest);
    assert_int_equal(o.compile.size, 4);
    assert_string_equal(o.compile.data[1], "-Iinc2");
    assert_string_equal(o.compile.data[2], "-DX=1");
    assert_string_equal(o.compile.data[3], "-DY");
    assert_int_equal(o.files.size, 2);
    assert_string_equal(o.files.data[1], "-b.c");
    options_free(&o);
    assert_true(parse(&o, "--version", &e) && o.version && o.command == COMMAND_NONE);
    options_free(&o);
    assert_true(parse(&o, "suite -qj2 -t 60 x.yml", &e) && o.quiet && o.jobs == 2 && o.timeout == 60);
    options_free(&o);
    assert_true(parse(&o, "show -", &e)); /* a lone dash is an argument */
    assert_string_equal(o.files.data[0], "-");
    options_free(&o);
    text_free(&e);
}

static void bad_lines(void **state)
{
    (void)state;
    const char *const cases[][2] = {
        {"verfy a.c", "did you mean 'verify'"},
        {"verify --timout=3 a.c", "did you mean '--timeout'"},
        {"verify --frobnicate a.c", "unknown option '--frobnicate'"},
        {"verify -Z a.c", "unknown option '-Z'"},
        {"verify --timeout", "needs a value"},
        {"verify --timeout=ten a.c", "needs a number"},
        {"verify --timeout=-1 a.c", "needs a number"},
        {"verify --timeout=1e3 a.c", "needs a number"},
        {"verify --timeout=. a.c", "needs a number"},
        {"verify --timeout=10000001 a.c", "needs a number"},
        {"verify --property=speed a.c", "needs one of reach|race|"},
        {"verify --property=reach|race a.c", "needs one of"},
        {"verify --property=_", "needs one of"},
        {"verify --property=reach, a.c", "needs one of"},
        {"verify --property=reach,all a.c", "or all, not 'reach,all'"},
        {"verify -m16 a.c", "32|64"},
        {"verify --shortest=yes a.c", "takes no value"},
        {"verify --no-timeout a.c", "unknown option"},
        {"verify --csv=x a.c", "not an option of 'verify'"},
        {"--timeout=3 verify a.c", "after the command"},
        {"_", "unknown command"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct options o;
        struct text e = {0};
        if (parse(&o, cases[i][0], &e))
            fail_msg("accepted: %s", cases[i][0]);
        if (!strstr(text_string(&e), cases[i][1]) || strchr(text_string(&e), '\n'))
            fail_msg("%s: says '%s'", cases[i][0], text_string(&e));
        options_free(&o);
        text_free(&e);
    }
}

static void forwarding_is_the_inverse(void **state)
{
    (void)state;
    struct options o, again;
    struct text e = {0}, line = {0};
    struct arena words = ARENA_EMPTY;
    string_vector argv = {0};
    assert_true(parse(
        &o, "suite -j3 -t7.25 --no-passes --without-pass=a --without-pass=b --engine=explore --condvars=signalled x.yml", &e));
    options_forward(&o, COMMAND_VERIFY, &argv, &words);
    text_append(&line, "verify");
    vector_each(const char **, s, &argv)
        text_printf(&line, " %s", *s);
    assert_true(parse(&again, text_string(&line), &e));
    assert_true(again.timeout == 7.25);
    assert_false(again.passes);
    assert_int_equal(again.no_pass.size, 2);
    assert_string_equal(again.no_pass.data[1], "b");
    assert_string_equal(again.engine, "explore");
    assert_string_equal(again.condvars, "signalled");
    options_free(&o);
    options_free(&again);
    vector_free(&argv);
    arena_release(&words);
    text_free(&e);
    text_free(&line);
}

/* Rules for rows of options.def that nothing else checks. */
static void table_is_sound(void **state)
{
    (void)state;
    for (unsigned i = 0; i < option_row_count; i++) {
        const struct option_row *r = &option_rows[i];
        if (r->kind == OPTION_SECTION)
            continue;
        for (unsigned k = 0; k < i; k++)
            if (option_rows[k].kind != OPTION_SECTION && option_rows[k].commands & r->commands &&
                (!strcmp(option_rows[k].name, r->name) || (r->letter && option_rows[k].letter == r->letter)))
                fail_msg("--%s is there twice for one command, or its letter is", r->name);
        if (!r->commands || !r->help || r->help[strlen(r->help) - 1] == '.' || isupper((unsigned char)r->help[0]))
            fail_msg("--%s: no command, or help that is not a sentence as the table wants it", r->name);
        if (r->kind == OPTION_NUMBER && (r->number < r->low || r->number > r->high))
            fail_msg("--%s: the default is out of range", r->name);
        if ((r->kind == OPTION_CHOICE || r->kind == OPTION_CHOICES) && !strstr(r->metavar, r->string))
            fail_msg("--%s: the default is no choice", r->name);
    }
}

static void help_names_every_option(void **state)
{
    (void)state;
    const char *const kinds[] = {"man", "bash", "zsh", "fish", "markdown"};
    for (unsigned c = 0; c < COMMANDS + sizeof kinds / sizeof *kinds; c++) {
        struct text t = {0}, name = {0};
        if (c < COMMANDS)
            options_help(&t, (enum command)c);
        else
            assert_true(options_generate(&t, kinds[c - COMMANDS], COMMAND_NONE));
        for (unsigned i = 0; i < option_row_count; i++) {
            const struct option_row *r = &option_rows[i];
            if (r->kind == OPTION_SECTION || (c < COMMANDS && !option_is_for(r, (enum command)c)))
                continue;
            text_clear(&name);
            for (const char *s = r->name; *s; s++)
                text_append(&name, *s == '-' && c == COMMANDS ? "\\-" : (char[]){*s, 0});
            if (!strstr(text_string(&t), text_string(&name)))
                fail_msg("--%s is missing in text %u", r->name, c);
        }
        text_free(&t);
        text_free(&name);
    }
    struct text t = {0};
    assert_false(options_generate(&t, "poem", COMMAND_NONE));
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_lines),
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(table_is_sound),
        cmocka_unit_test(forwarding_is_the_inverse),
        cmocka_unit_test(help_names_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
