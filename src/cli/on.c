#include "cli/on.h"

bool on_cluster(const struct options *o) { return strcmp(o->on, "local") != 0; }

struct runner runner_for(const struct options *o)
{
    return (struct runner){.on = o->on,
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
