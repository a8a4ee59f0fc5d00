/* Machines that are reached by ssh. */
#ifndef HEDDLE_RUNNER_HOSTS_H
#define HEDDLE_RUNNER_HOSTS_H

#include "base/options.h"

enum { HOST_SLOTS = 1024 };

struct host {
    const char *name;
    unsigned slots;    /* commands at a time; 1 to HOST_SLOTS */
    unsigned failures; /* since it last brought a result */
};
typedef VECTOR(struct host) host_list;

/* "one,4/two": names as ssh takes them, with a number before if it is not 1. False: *error is one line. */
bool hosts_parse(const char *s, host_list *out, const char **error, struct arena *words);
unsigned hosts_slots(const host_list *hosts);

/* Appends the command line that runs a command of heddle (without its name) on a host, in the folder that this process is in. The heddle
 * there ends when the connection does. */
void host_command(const struct host *h, const string_vector *command, string_vector *argv, struct arena *words);

#endif
