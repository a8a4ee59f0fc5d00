/* heddle as a child process: in a group of its own, so that it can be ended with its own children; both outputs are read as they come. */
#include "library/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct buffer {
    char *data;
    size_t size;
};

/* False at the end, or if there is no memory. */
static int take(struct buffer *b, int fd)
{
    char part[16384];
    ssize_t n = read(fd, part, sizeof part);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    char *grown = n ? realloc(b->data, b->size + (size_t)n + 1) : NULL;
    if (!grown)
        return 0;
    memcpy(grown + b->size, part, (size_t)n);
    b->data = grown;
    b->size += (size_t)n;
    b->data[b->size] = 0;
    return 1;
}

static void read_both(int out, int err, struct buffer *a, struct buffer *b)
{
    struct pollfd p[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    while (p[0].fd >= 0 || p[1].fd >= 0) {
        if (poll(p, 2, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 2; i++)
            if (p[i].fd >= 0 && p[i].revents && !take(i ? b : a, p[i].fd))
                p[i].fd = -1;
    }
}

static char *joined(const char *format, const char *value)
{
    char *s = NULL;
    return asprintf(&s, format, value) < 0 ? NULL : s;
}

static int arguments(const struct heddle_session *s, const char *property, struct strings *argv)
{
    const char *program = s->program ? s->program : getenv("HEDDLE") ? getenv("HEDDLE") : "heddle";
    char number[64];
    int ok = !strings_add(argv, strdup(program)) && !strings_add(argv, strdup("verify")) &&
             !strings_add(argv, strdup("--json=-")) && !strings_add(argv, joined("--property=%s", property)) &&
             !strings_add(argv, joined("--engine=%s", s->engine ? s->engine : "auto"));
    snprintf(number, sizeof number, "--timeout=%.9g", s->timeout);
    ok = ok && !strings_add(argv, strdup(number));
    snprintf(number, sizeof number, "--memory=%u", s->memory);
    ok = ok && !strings_add(argv, strdup(number));
    for (size_t i = 0; i < s->flags.size && ok; i++)
        ok = !strings_add(argv, joined("--flag=%s", s->flags.data[i]));
    for (size_t i = 0; i < s->entries.size && ok; i++)
        ok = !strings_add(argv, joined("--entry=%s", s->entries.data[i]));
    ok = ok && !strings_add(argv, strdup("--"));
    for (size_t i = 0; i < s->files.size && ok; i++)
        ok = !strings_add(argv, strdup(s->files.data[i]));
    return ok ? 0 : -1;
}

static int start(struct strings *argv, int out, int err, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    char **list = calloc(argv->size + 1, sizeof *list);
    for (size_t i = 0; list && i < argv->size; i++)
        list[i] = argv->data[i];
    int error = list ? posix_spawnp(pid, list[0], &actions, &attributes, list, environ) : ENOMEM;
    free(list);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* The child may be cancelled from now on; if it was before it began, it ends at once. */
static int wait_for(struct heddle_session *s, pid_t pid, int out, int err, struct buffer *a, struct buffer *b)
{
    int none = 0, status = 0;
    if (!atomic_compare_exchange_strong(&s->child, &none, pid))
        kill(-pid, SIGTERM);
    read_both(out, err, a, b);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    int self = pid;
    atomic_compare_exchange_strong(&s->child, &self, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int child_run(struct heddle_session *s, const char *property, char **out, char **errors)
{
    struct strings argv = {0};
    struct buffer a = {0}, b = {0};
    int pipes[2][2] = {{-1, -1}, {-1, -1}}, status = -1, error = ENOMEM;
    pid_t pid = 0;
    if (!arguments(s, property, &argv) && !pipe2(pipes[0], O_CLOEXEC) && !pipe2(pipes[1], O_CLOEXEC))
        error = start(&argv, pipes[0][1], pipes[1][1], &pid);
    for (int i = 0; i < 2; i++)
        close(pipes[i][1]);
    if (!error)
        status = wait_for(s, pid, pipes[0][0], pipes[1][0], &a, &b);
    else if (argv.size)
        b.data = joined("heddle: error: cannot run it: %s\n", strerror(error));
    for (int i = 0; i < 2; i++)
        close(pipes[i][0]);
    strings_clear(&argv);
    *out = a.data;
    *errors = b.data;
    return status;
}
