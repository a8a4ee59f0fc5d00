/* What to tell a user whose program has nothing that could be wrong: it may not be what was meant. */
#include "portfolio/pipeline.h"

const char *pipeline_own_arguments(const struct options *o, enum property property)
{
    return property_rows[property].kind == CHECK_PAIR && o->entries.size
               ? "each --entry has arguments of its own: what threads are to share is a "
                 "variable of the program, set by a function that --init names"
               : NULL;
}

void pipeline_note_none(const struct options *o, struct report *r)
{
    const char *none = property_rows[r->property].none, *own = pipeline_own_arguments(o, r->property);
    if (!r->checks.size && own)
        vector_push(&r->notes, own);
    if (!r->checks.size && r->answer == REPORT_PROVED && none)
        vector_push(&r->notes, none);
}
