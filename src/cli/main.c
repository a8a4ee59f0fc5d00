/* heddle COMMAND ...: reads the command line and hands over to the command. */
#include "base/clock.h"
#include "base/log.h"
#include "base/outputs.h"
#include "cli/commands.h"
#include "cli/standard_input.h"
#include "runner/on.h"
#include "worker/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int (*const commands[COMMANDS])(const struct options *) = {
    [COMMAND_VERIFY] = command_verify, [COMMAND_COVER] = command_cover,
    [COMMAND_SHOW] = command_show,     [COMMAND_SUITE] = command_suite,
    [COMMAND_RUN] = command_run,       [COMMAND_CHECK] = command_check,
    [COMMAND_REPLAY] = command_replay, [COMMAND_CC] = command_cc,
    [COMMAND_RACE] = command_race,     [COMMAND_DEADLOCK] = command_deadlock,
    [COMMAND_CI] = command_ci,         [COMMAND_LSP] = command_lsp,
    [COMMAND_WORK] = command_work,     [COMMAND_VALIDATE] = command_validate,
};

static int print_and_free(struct text *t)
{
    fwrite(text_string(t), 1, t->size, stdout);
    text_free(t);
    return 0;
}

/* An answer that did not get through is none. */
static int has_arrived(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    log_error("cannot write to standard output");
    return STATUS_INTERNAL;
}

static int run_command(struct options *o)
{
    struct standard_input input;
    int status = standard_input_keep(&input, o);
    status = status ? status : outputs_check(o);
    status = status ? status : check_output_names(o);
    status = status ? status : commands[o->command](o);
    standard_input_remove(&input);
    return status;
}

static int dispatch(struct options *o)
{
    struct text out = {0};
    if (o->generate) {
        if (options_generate(&out, o->generate, o->command))
            return print_and_free(&out);
        log_error("--generate knows man, bash, zsh, fish and markdown, not '%s'", o->generate);
        return STATUS_USAGE;
    }
    if (o->version) {
        text_append(&out, HEDDLE_VERSION "\n");
        return print_and_free(&out);
    }
    if (o->help) {
        options_help(&out, o->command);
        return print_and_free(&out);
    }
    if (o->command == COMMAND_NONE) {
        log_error("no command given; 'heddle --help' lists the commands");
        return STATUS_USAGE;
    }
    if (!o->files.size && o->command != COMMAND_CI && o->command != COMMAND_LSP) {
        log_error("'%s' needs a file; 'heddle %s --help' says more", command_name(o->command), command_name(o->command));
        return STATUS_USAGE;
    }
    int status = check_options(o);
    return status ? status : known_hosts(o) ? run_command(o) : STATUS_USAGE;
}

/* Deep recursions over large expressions need more than the usual 8 MB. */
static void raise_stack_limit(void)
{
    struct rlimit r;
    const rlim_t wanted = (rlim_t)256 << 20;
    if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur != RLIM_INFINITY && r.rlim_cur < wanted) {
        r.rlim_cur = r.rlim_max != RLIM_INFINITY && r.rlim_max < wanted ? r.rlim_max : wanted;
        setrlimit(RLIMIT_STACK, &r);
    }
}

/* Standard input, output and errors that are closed stay useless, but no file that is opened later takes their place. */
static void keep_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    struct options o;
    struct text error = {0};
    keep_standard_files();
    raise_stack_limit();
    signal(SIGCHLD, SIG_DFL);                     /* whoever started heddle may ignore it: then nobody could be waited for */
    setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1); /* a clang that crashes need not look for names first */
    options_init(&o);
    int status = STATUS_USAGE;
    if (options_parse(&o, argc, argv, &error)) {
        log_set_level(o.debug ? LOG_DEBUG : o.verbose ? LOG_VERBOSE : o.quiet ? LOG_QUIET : LOG_NORMAL);
        interrupt_install();
        status = has_arrived(dispatch(&o));
    } else {
        log_error("%s", text_string(&error));
    }
    text_free(&error);
    options_free(&o);
    return status;
}
