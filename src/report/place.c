#include "report/place.h"

#include "program/print.h"
#include "report/ending.h"

struct position report_place(const struct report *r, const struct report_check *c)
{
    struct position found = c->check->pos;
    if (found.file || !c->trace || c->execution || c->check->kind != CHECK_STUCK)
        return found;
    struct arena words = ARENA_EMPTY;
    ending_vector endings = {0};
    endings_find(&endings, r->program, c->trace, &words);
    bool lock = false;
    vector_each(const struct ending *, e, &endings)
        if (!found.file || (e->lock && !lock)) {
            found = e->pos;
            lock = e->lock;
        }
    vector_free(&endings);
    arena_release(&words);
    return found; /* what it names belongs to the program */
}

static struct position access_position(const struct program *p, uint32_t id)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++)
                if (e->action.accesses[i].id == id)
                    return e->action.accesses[i].pos.line ? e->action.accesses[i].pos : e->action.pos;
    return (struct position){0};
}

bool report_other_place(const struct report *r, const struct check *c, struct position *pos)
{
    *pos = (struct position){0};
    if (property_rows[c->property].kind != CHECK_PAIR)
        return false;
    *pos = access_position(r->program, c->access_b);
    return true;
}

void print_other_place(struct text *out, const struct report *r, const struct check *c)
{
    struct position pos;
    if (!report_other_place(r, c, &pos) || !pos.line)
        return;
    bool here = pos.file && c->pos.file && !strcmp(pos.file, c->pos.file);
    text_append(out, here ? ", with line " : ", with ");
    pos.column = 0;
    if (here)
        text_printf(out, "%u", pos.line);
    else
        print_position(out, pos);
}
