/* heddle work: what a node of a cluster is asked to do, by a file that suite, ci or verify wrote for it. */
#include "base/log.h"
#include "cli/commands.h"
#include "runner/runner.h"

int command_work(const struct options *o)
{
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    int status = STATUS_TRUE;
    process_end_with_parent();
    if (o->files.size > 1) {
        log_error("'work' reads one file");
        status = STATUS_USAGE;
    } else if (!run_work_file(o->files.data[0], &error, &words)) {
        log_error("%s", error);
        status = STATUS_INPUT;
    }
    arena_release(&words);
    return status;
}
