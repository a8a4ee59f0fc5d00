/* Completions for shells, generated from the table of options: commands, the options of each, and the values of those that have a choice. */
#include "base/options_table.h"

#include <string.h>

#define each_row(r) for (const struct option_row *r = option_rows; r < option_rows + option_row_count; r++)

static bool has_choice(const struct option_row *r) { return r->kind == OPTION_CHOICE || r->kind == OPTION_CHOICES; }

static void words_of(struct text *out, const struct option_row *r)
{
    for (const char *s = r->metavar; *s; s++)
        text_char(out, *s == '|' ? ' ' : *s);
    if (r->kind == OPTION_CHOICES)
        text_append(out, " all");
}

static void name_of(struct text *out, const struct option_row *r)
{
    text_printf(out, r->kind == OPTION_FLAG && r->number ? "no-%s" : "%s", r->name);
}

/* The commands, with something between them. */
static void commands_with(struct text *out, const char *between)
{
    for (unsigned c = 0; c < COMMANDS; c++)
        text_printf(out, "%s%s", c ? between : "", command_rows[c].name);
}

/* In single quotes; characters of special are escaped by a backslash besides. */
static void quoted(struct text *out, const char *s, const char *special)
{
    for (; *s; s++) {
        if (strchr(special, *s))
            text_char(out, '\\');
        if (*s == '\'')
            text_append(out, "'\\''");
        else
            text_char(out, *s);
    }
}

/* --- bash --- */

/* Readline takes "--property=ra" for three words, and "reach,ra" for one. */
static void bash_values(struct text *out)
{
    text_append(out, "    case $option in\n");
    each_row(r) {
        if (!has_choice(r))
            continue;
        text_printf(out, "        --%s) words='", r->name);
        words_of(out, r);
        text_append(out, r->kind == OPTION_CHOICES ? "'; before=${current%\"${current##*,}\"} ;;\n" : "' ;;\n");
    }
    text_append(out, "    esac\n"
                     "    if [[ -n $words ]]; then\n"
                     "        COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${current#\"$before\"}\"))\n"
                     "        return\n    fi\n");
}

void completion_bash(struct text *out)
{
    text_append(out, "# bash completion for heddle, generated from its table of options\n_heddle()\n{\n"
                     "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command= words= before= i\n"
                     "    if [[ $current == = ]]; then\n        current=\n"
                     "    elif [[ $option == = && $COMP_CWORD -gt 1 ]]; then\n        option=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
                     "    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in\n            ");
    commands_with(out, "|");
    text_append(out, ") command=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n");
    bash_values(out);
    text_append(out, "    case $command in\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, "        %s) words='", command_rows[c].name);
        each_row(r) {
            if (r->kind == OPTION_SECTION || !option_is_for(r, (enum command)c))
                continue;
            text_append(out, "--");
            name_of(out, r);
            text_char(out, ' ');
        }
        text_append(out, "' ;;\n");
    }
    text_append(out, "        *) words='");
    commands_with(out, " ");
    text_append(out, " help --help --version' ;;\n    esac\n"
                     "    if [[ -z $command || $current == -* ]]; then\n"
                     "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                     "    else\n        COMPREPLY=($(compgen -f -- \"$current\"))\n    fi\n}\n"
                     "complete -o filenames -F _heddle heddle\n");
}

/* --- zsh --- */

static void zsh_option(struct text *out, const struct option_row *r)
{
    text_append(out, " \\\n            '");
    if (r->kind == OPTION_LIST || r->kind == OPTION_COMPILE)
        text_char(out, '*');
    text_append(out, "--");
    name_of(out, r);
    text_append(out, option_takes_value(r) ? "=[" : "[");
    quoted(out, r->help, "[]:");
    text_char(out, ']');
    if (has_choice(r)) {
        text_append(out, r->kind == OPTION_CHOICES ? ":value:_values -s , value " : ":value:(");
        words_of(out, r);
        text_append(out, r->kind == OPTION_CHOICES ? "" : ")");
    } else if (option_takes_value(r)) {
        text_append(out, r->kind == OPTION_STRING ? ":value:_files" : ":value: ");
    }
    text_char(out, '\'');
}

void completion_zsh(struct text *out)
{
    text_append(out, "#compdef heddle\n# zsh completion for heddle, generated from its table of options\n_heddle() {\n"
                     "    local -a commands\n    commands=(\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, "        '%s:", command_rows[c].name);
        quoted(out, command_rows[c].summary, ":");
        text_append(out, "'\n");
    }
    text_append(out, "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
                     "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, "        %s) _arguments", command_rows[c].name);
        each_row(r)
            if (r->kind != OPTION_SECTION && option_is_for(r, (enum command)c))
                zsh_option(out, r);
        text_append(out, " \\\n            '*:file:_files' ;;\n");
    }
    text_append(out, "        *) _files ;;\n    esac\n}\n_heddle \"$@\"\n");
}

/* --- fish --- */

static void fish_commands_of(struct text *out, const struct option_row *r)
{
    for (unsigned c = 0; c < COMMANDS; c++)
        if (option_is_for(r, (enum command)c))
            text_printf(out, " %s", command_rows[c].name);
}

void completion_fish(struct text *out)
{
    text_append(out, "# fish completion for heddle, generated from its table of options\n");
    for (unsigned c = 0; c < COMMANDS; c++) {
        text_printf(out, "complete -c heddle -n __fish_use_subcommand -f -a %s -d '", command_rows[c].name);
        quoted(out, command_rows[c].summary, "");
        text_append(out, "'\n");
    }
    each_row(r) {
        if (r->kind == OPTION_SECTION)
            continue;
        text_append(out, "complete -c heddle -n '__fish_seen_subcommand_from");
        fish_commands_of(out, r);
        text_append(out, "' -l ");
        name_of(out, r);
        if (r->letter)
            text_printf(out, " -s %c", r->letter);
        if (has_choice(r)) {
            text_append(out, " -x -a '");
            words_of(out, r);
            text_char(out, '\'');
        } else if (option_takes_value(r)) {
            text_append(out, r->kind == OPTION_STRING ? " -r" : " -x");
        }
        text_append(out, " -d '");
        quoted(out, r->help, "");
        text_append(out, "'\n");
    }
}
