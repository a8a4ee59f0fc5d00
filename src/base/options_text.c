/* What is generated from the table of options: --help, the man pages, the list in docs/cli.md. */
#include "base/options_table.h"

#include <string.h>

#define each_row(r) for (const struct option_row *r = option_rows; r < option_rows + option_row_count; r++)

static const char exit_statuses[][2][64] = {
    {"0", "TRUE: everything asked for is proved"},
    {"1", "FALSE: there is a schedule that breaks it"},
    {"2", "UNKNOWN: not decided; the reason is printed"},
    {"64", "wrong usage"},
    {"65", "bad input"},
    {"70", "internal error"},
};
enum { STATUSES = sizeof exit_statuses / sizeof *exit_statuses };

/* "-t, --timeout=SECONDS" */
static void usage_of(struct text *out, const struct option_row *r)
{
    if (r->letter)
        text_printf(out, "-%c, ", r->letter);
    text_printf(out, r->kind == OPTION_FLAG && r->number ? "--no-%s" : "--%s", r->name);
    if (r->metavar)
        text_printf(out, "=%s", r->metavar);
}

static void meaning_of(struct text *out, const struct option_row *r)
{
    if (r->kind == OPTION_FLAG && r->number)
        text_append(out, "do not ");
    text_append(out, r->help);
    if (r->kind == OPTION_NUMBER && r->number)
        text_printf(out, " (default: %llu)", (unsigned long long)r->number);
    else if (r->string)
        text_printf(out, " (default: %s)", r->string);
    if (r->kind == OPTION_LIST || r->kind == OPTION_COMPILE)
        text_append(out, " (may be repeated)");
}

/* Appends words, broken at column 100, continued at column indent. */
static void wrap(struct text *out, const char *words, size_t indent)
{
    size_t column = indent;
    for (const char *w = words; *w;) {
        size_t n = strcspn(w, " ");
        if (column + n > 100 && column > indent) {
            text_printf(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        text_append_bytes(out, w, n);
        column += n;
        w += n;
        if (*w == ' ') {
            w++;
            if (column + 1 + strcspn(w, " ") <= 100)
                text_char(out, ' ');
            column++;
        }
    }
}

static void help_row(struct text *out, const struct option_row *r)
{
    enum { COLUMN = 30 };
    struct text left = {0}, right = {0};
    text_append(&left, r->letter ? "  " : "      ");
    usage_of(&left, r);
    meaning_of(&right, r);
    text_append(out, text_string(&left));
    if (left.size + 1 > COLUMN)
        text_printf(out, "\n%*s", COLUMN, "");
    else
        text_printf(out, "%*s", (int)(COLUMN - left.size), "");
    wrap(out, text_string(&right), COLUMN);
    text_char(out, '\n');
    text_free(&left);
    text_free(&right);
}

void options_help(struct text *out, enum command c)
{
    if (c == COMMAND_NONE) {
        text_append(out, "Usage: heddle COMMAND [OPTION]... FILE...\n"
                         "Verifies multi-threaded C programs: proves them for all schedules, or shows the schedule "
                         "that breaks them.\n\n"
                         "Commands:\n");
        for (unsigned i = 0; i < COMMANDS; i++)
            text_printf(out, "  %-10s%-16s %s\n", command_rows[i].name, command_rows[i].arguments, command_rows[i].summary);
        text_append(out, "\n'heddle COMMAND --help' or 'heddle help COMMAND' lists the options of a command. A FILE that is - is "
                         "standard input.\n");
    } else {
        text_printf(out, "Usage: heddle %s [OPTION]... %s\n", command_rows[c].name, command_rows[c].arguments);
        text_printf(out, "Purpose: %s.\n", command_rows[c].summary);
    }
    const struct option_row *section = NULL;
    each_row(r) {
        if (r->kind == OPTION_SECTION) {
            section = r;
        } else if (option_is_for(r, c)) {
            if (section)
                text_printf(out, "\n%s:\n", section->name);
            section = NULL;
            help_row(out, r);
        }
    }
    text_append(out, "\nExit status:\n");
    for (int i = 0; i < STATUSES; i++)
        text_printf(out, "  %-3s %s\n", exit_statuses[i][0], exit_statuses[i][1]);
}

/* Text for troff: backslashes and dashes escaped, no line starts with a dot or a quote. */
static void roff(struct text *out, const char *s)
{
    if (*s == '.' || *s == '\'')
        text_append(out, "\\&");
    for (; *s; s++) {
        if (*s == '-' || *s == '\\')
            text_char(out, '\\');
        text_char(out, *s);
    }
}

static void commands_of(struct text *out, const struct option_row *r)
{
    if (option_is_for(r, COMMAND_NONE)) {
        text_append(out, "all");
        return;
    }
    const char *separator = "";
    for (unsigned c = 0; c < COMMANDS; c++)
        if (option_is_for(r, (enum command)c) && c != COMMAND_RACE && c != COMMAND_DEADLOCK) { /* they go with verify */
            text_printf(out, "%s%s", separator, command_rows[c].name);
            separator = ", ";
        }
}

/* Options of a command, or all of them with the commands that take them. */
static void man_options(struct text *out, enum command c)
{
    const struct option_row *section = NULL;
    each_row(r) {
        struct text t = {0};
        if (r->kind == OPTION_SECTION)
            section = r;
        if (r->kind == OPTION_SECTION || (c != COMMAND_NONE && !option_is_for(r, c)))
            continue;
        if (section) {
            text_append(out, ".SS ");
            roff(out, section->name);
            text_char(out, '\n');
            section = NULL;
        }
        usage_of(&t, r);
        text_append(out, ".TP\n.B ");
        roff(out, text_string(&t));
        text_char(out, '\n');
        text_clear(&t);
        meaning_of(&t, r);
        if (c == COMMAND_NONE) {
            text_append(&t, ". Commands: ");
            commands_of(&t, r);
        }
        text_append(&t, ".");
        roff(out, text_string(&t));
        text_char(out, '\n');
        text_free(&t);
    }
}

/* What people begin with. */
static const struct {
    enum command command;
    const char *line, *meaning;
} examples[] = {
    {COMMAND_VERIFY, "heddle verify --property=all prog.c",
     "whatever may be wrong: assertions, races, locks, memory, overflow, deadlocks"},
    {COMMAND_VERIFY, "heddle verify --html=report.html --timeout=60 prog.c", "a page that shows the schedule step by step"},
    {COMMAND_VERIFY, "heddle verify --entry='push*' --entry=pop queue.c",
     "a library: any number of threads that push, one that pops"},
    {COMMAND_RACE, "heddle race -Iinclude a.c b.c", "data races of a program of two files"},
    {COMMAND_DEADLOCK, "heddle deadlock prog.c", "deadlocks, with who holds what"},
    {COMMAND_CHECK, "heddle verify --proof=p.json prog.c && heddle check p.json prog.c", "a proof, checked by a solver of its own"},
    {COMMAND_VALIDATE, "heddle verify --witness=w.yml prog.c; heddle validate w.yml prog.c", "a witness, checked"},
    {COMMAND_REPLAY, "heddle verify --trace=t.json prog.c; heddle replay --gdb t.json",
     "a violation on real threads, in a debugger"},
    {COMMAND_CI, "heddle ci --junit=heddle.xml --markdown=heddle.md", "the programs of heddle.yml; fails if something is new"},
    {COMMAND_RUN, "heddle run --print sum prog.c", "one run, and what a variable is in the end"},
    {COMMAND_SHOW, "heddle show --summary prog.c", "how many threads, shared variables and checks, and what is not modelled"},
    {COMMAND_COVER, "heddle cover --proof=p.json net.spec", "whether a marking can be covered; if not, with a proof"},
    {COMMAND_SUITE, "heddle suite --timeout=60 --csv=now.csv --compare=before.csv tasks",
     "task files, against the verdicts that they state"},
    {COMMAND_CC, "make CC='heddle cc' && heddle verify compile_commands.json",
     "every program of a project, as its makefile builds it"},
    {COMMAND_LSP, "heddle lsp --timeout=10 --cache=.heddle", "a server for an editor, as the editor starts it"},
    {COMMAND_WORK, "heddle work results/batch.0/3", "what a job does that heddle has submitted with --on=slurm"},
};

static void man_examples(struct text *out, enum command c)
{
    bool any = false;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        if (c != COMMAND_NONE && c != examples[i].command)
            continue;
        text_append(out, any ? "" : ".SH EXAMPLES\n");
        any = true;
        text_append(out, ".TP\n.B ");
        roff(out, examples[i].line);
        text_char(out, '\n');
        roff(out, examples[i].meaning);
        text_append(out, ".\n");
    }
}

static void man_end(struct text *out, enum command c)
{
    man_examples(out, c);
    text_append(out, ".SH EXIT STATUS\n");
    for (int i = 0; i < STATUSES; i++) {
        text_printf(out, ".TP\n.B %s\n", exit_statuses[i][0]);
        roff(out, exit_statuses[i][1]);
        text_char(out, '\n');
    }
}

static void generate_man(struct text *out)
{
    text_append(out, ".TH HEDDLE 1 \"" HEDDLE_DATE "\" \"heddle " HEDDLE_VERSION "\" \"User Commands\"\n.SH NAME\n"
                     "heddle \\- verifier of multi-threaded C programs\n.SH SYNOPSIS\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, ".B heddle %s\n[\\fIOPTION\\fR]... \\fI", command_rows[c].name);
        roff(out, command_rows[c].arguments);
        text_append(out, "\\fR\n.br\n");
    }
    text_append(out, ".SH DESCRIPTION\n"
                     "heddle proves an assertion of a multi-threaded C program, or the absence of a data race, for all schedules, "
                     "or it shows the schedule that breaks it.\n"
                     "The output of \\fBverify\\fR ends in two lines for scripts: \\fIchecks: P proved, V violated, O open\\fR, "
                     "then "
                     "\\fIVERDICT: TRUE\\fR, \\fIVERDICT: FALSE\\fR or \\fIVERDICT: UNKNOWN (reason)\\fR.\n.SH COMMANDS\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, ".TP\n.B %s\n", command_rows[c].name);
        roff(out, command_rows[c].summary);
        text_append(out, ".\n");
    }
    text_append(out, ".PP\nEach command has a page of its own, \\fBheddle\\-verify\\fR(1) and so on.\n.SH OPTIONS\n"
                     "Options of \\fBverify\\fR are options of its short forms \\fBrace\\fR and \\fBdeadlock\\fR too, except "
                     "\\-\\-property.\n");
    man_options(out, COMMAND_NONE);
    man_end(out, COMMAND_NONE);
}

/* The page of one command. */
static void generate_man_of(struct text *out, enum command c)
{
    const struct command_row *row = &command_rows[c];
    text_append(out, ".TH HEDDLE\\-");
    for (const char *p = row->name; *p; p++)
        text_char(out, (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p));
    text_printf(out, " 1 \"" HEDDLE_DATE "\" \"heddle " HEDDLE_VERSION "\" \"User Commands\"\n.SH NAME\nheddle\\-%s \\- ",
                row->name);
    roff(out, row->summary);
    text_printf(out, "\n.SH SYNOPSIS\n.B heddle %s\n[\\fIOPTION\\fR]... \\fI", row->name);
    roff(out, row->arguments);
    text_append(out, "\\fR\n.SH OPTIONS\n");
    man_options(out, c);
    man_end(out, c);
    text_append(out, ".SH SEE ALSO\n.BR heddle (1)\n");
}

static void generate_markdown(struct text *out)
{
    text_append(out, "| command | arguments | what it does |\n|---|---|---|\n");
    for (unsigned c = 0; c < COMMANDS; c++)
        text_printf(out, "| `%s` | `%s` | %s |\n", command_rows[c].name, command_rows[c].arguments, command_rows[c].summary);
    text_append(out, "\nOptions of `verify` are options of its short forms `race` and `deadlock` too, except `--property`.\n");
    each_row(r) {
        if (r->kind == OPTION_SECTION) {
            text_printf(out, "\n### %s\n\n| option | commands | meaning |\n|---|---|---|\n", r->name);
            continue;
        }
        struct text t = {0};
        usage_of(&t, r);
        text_append(out, "| `");
        for (const char *s = text_string(&t); *s; s++)
            text_append(out, *s == '|' ? "\\|" : (char[]){*s, 0});
        text_append(out, "` | ");
        commands_of(out, r);
        text_append(out, " | ");
        meaning_of(out, r);
        text_append(out, " |\n");
        text_free(&t);
    }
    text_append(out, "\n### Exit status\n\n| status | meaning |\n|---|---|\n");
    for (int i = 0; i < STATUSES; i++)
        text_printf(out, "| %s | %s |\n", exit_statuses[i][0], exit_statuses[i][1]);
}

bool options_generate(struct text *out, const char *kind, enum command c)
{
    if (!strcmp(kind, "man") && c != COMMAND_NONE)
        generate_man_of(out, c);
    else if (!strcmp(kind, "man"))
        generate_man(out);
    else if (!strcmp(kind, "bash"))
        completion_bash(out);
    else if (!strcmp(kind, "zsh"))
        completion_zsh(out);
    else if (!strcmp(kind, "fish"))
        completion_fish(out);
    else if (!strcmp(kind, "markdown"))
        generate_markdown(out);
    else
        return false;
    return true;
}
