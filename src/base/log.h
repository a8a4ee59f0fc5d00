/* Words for people, on standard error. Results go to standard output, never through here. */
#ifndef HEDDLE_BASE_LOG_H
#define HEDDLE_BASE_LOG_H

#include <stdbool.h>

enum log_level { LOG_QUIET, LOG_NORMAL, LOG_VERBOSE, LOG_DEBUG };
void log_set_level(enum log_level level);
bool log_at(enum log_level level);
/* Words speak of this file by that name from now on; both are kept by the caller. */
void log_call_file(const char *path, const char *name);
const char *called_file(const char *path); /* what it is called; the path itself if that is nothing else */
const char *file_called(const char *name); /* the path of what is called so; the name itself if nothing is */

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));   /* "heddle: error: ..." always */
void log_warning(const char *format, ...) __attribute__((format(printf, 1, 2))); /* from LOG_NORMAL */
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));    /* from LOG_VERBOSE */
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));   /* from LOG_DEBUG */

/* A status line that overwrites itself, on a terminal only, at most ten times a second. It begins with the time since progress_begin,
 * and the limit (0: none). */
void progress_begin(double limit);
bool progress_is_shown(void); /* standard error is a terminal that can wipe a line */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_done(void); /* wipes the line */

/* A bug in heddle: says so, and ends the process with status 70. */
_Noreturn void fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
