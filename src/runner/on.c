#include "runner/on.h"

#include "base/log.h"
#include "runner/hosts.h"

bool on_cluster(const struct options *o) { return strcmp(o->on, "local") != 0; }

bool known_hosts(const struct options *o)
{
    struct arena words = ARENA_EMPTY;
    host_list hosts = {0};
    const char *error = NULL;
    bool ssh = !strcmp(o->on, "ssh"), ok = !ssh && !o->hosts;
    if (!ssh && o->hosts)
        error = "--hosts goes with --on=ssh";
    else if (ssh)
        ok = hosts_parse(o->hosts ? o->hosts : "", &hosts, &error, &words);
    if (!ok)
        log_error("%s", error);
    vector_free(&hosts);
    arena_release(&words);
    return ok;
}

struct runner runner_for(const struct options *o)
{
    return (struct runner){.on = o->on,
                           .hosts = o->hosts,
                           .at_a_time = (unsigned)o->jobs,
                           .results = o->results      ? o->results
                                      : on_cluster(o) ? "heddle.results"
                                                      : NULL,
                           .keep = o->results != NULL};
}

void runner_add_inputs(const struct options *o, string_vector *out)
{
    named_files files = {0};
    options_inputs(o, &files);
    vector_each(const struct named_file *, f, &files)
        if (f->option && strcmp(f->option, "compare"))
            vector_push(out, f->path);
    vector_free(&files);
}
