#include "base/log.h"

#include "base/clock.h"
#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static enum log_level current = LOG_NORMAL;
static bool line_shown;
static double begun, limit;
static const char *called_path, *called_name; /* log_call_file() */

void log_set_level(enum log_level level) { current = level; }
bool log_at(enum log_level level) { return current >= level; }

void log_call_file(const char *path, const char *name)
{
    called_path = path;
    called_name = name;
}

const char *called_file(const char *path) { return called_path && !strcmp(path, called_path) ? called_name : path; }
const char *file_called(const char *name) { return called_path && !strcmp(name, called_name) ? called_path : name; }

static void rename_file(struct text *words)
{
    const char *at = called_path ? strstr(text_string(words), called_path) : NULL;
    if (!at)
        return;
    struct text t = {0};
    text_append_bytes(&t, words->data, (size_t)(at - words->data));
    text_append(&t, called_name);
    text_append(&t, at + strlen(called_path));
    text_free(words);
    *words = t;
}

static void say(const char *prefix, const char *format, va_list args)
{
    struct text words = {0}, shown = {0};
    progress_done();
    text_vprintf(&words, format, args);
    rename_file(&words);
    text_append_printable(&shown, text_string(&words), words.size, PRINTABLE_WORDS);
    fprintf(stderr, "heddle: %s%s\n", prefix, text_string(&shown));
    text_free(&words);
    text_free(&shown);
}

#define SAY(least, prefix)                                                                                                         \
    do {                                                                                                                           \
        if (!log_at(least))                                                                                                        \
            return;                                                                                                                \
        va_list args;                                                                                                              \
        va_start(args, format);                                                                                                    \
        say(prefix, format, args);                                                                                                 \
        va_end(args);                                                                                                              \
    } while (0)

void log_error(const char *format, ...) { SAY(LOG_QUIET, "error: "); }
void log_warning(const char *format, ...) { SAY(LOG_NORMAL, "warning: "); }
void log_info(const char *format, ...) { SAY(LOG_VERBOSE, ""); }
void log_debug(const char *format, ...) { SAY(LOG_DEBUG, "debug: "); }

void progress_begin(double seconds)
{
    begun = clock_wall();
    limit = seconds;
}

/* A line that is wider than the terminal would stay there. */
static void cut_to_terminal(struct text *line)
{
    struct winsize w;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 1 && line->size >= w.ws_col)
        line->data[line->size = w.ws_col - 1u] = 0;
}

bool progress_is_shown(void)
{
    static int terminal = -1;
    const char *kind = terminal < 0 ? getenv("TERM") : NULL;
    if (terminal < 0)
        terminal = isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb");
    return terminal;
}

void progress(const char *format, ...)
{
    static double last;
    double now = progress_is_shown() && log_at(LOG_NORMAL) ? clock_wall() : 0;
    if (now == 0 || now - last < 0.1)
        return;
    last = now;
    va_list args;
    va_start(args, format);
    struct text words = {0}, shown = {0};
    if (begun > 0)
        text_printf(&words, "%.0f s", now - begun);
    if (begun > 0 && limit > 0)
        text_printf(&words, " of %g s", limit);
    text_append(&words, words.size ? ": " : "");
    text_vprintf(&words, format, args);
    text_append_printable(&shown, text_string(&words), words.size, PRINTABLE_WORDS);
    cut_to_terminal(&shown);
    fprintf(stderr, "\r\033[K%s", text_string(&shown));
    fflush(stderr);
    text_free(&words);
    text_free(&shown);
    va_end(args);
    line_shown = true;
}

void progress_done(void)
{
    if (line_shown)
        fputs("\r\033[K", stderr);
    line_shown = false;
}

void fatal(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("internal error: ", format, args);
    va_end(args);
    exit(70);
}
