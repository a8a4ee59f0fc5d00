#include "portfolio/hopeless.h"

#include "base/text.h"

static const char outside[] = "outside any object";

void undefined_spots_add(struct undefined_spots *s, enum property property, const char *text, const char *file, uint32_t line)
{
    assert(property < PROPERTIES && text);
    bool access = ends_with(text, outside);
    unsigned needs = properties_need(property_only(property));
    if (file && line && (needs & NEEDS_ARITHMETIC || (needs & NEEDS_LIFETIMES && access)))
        vector_push(&s->all, ((struct undefined_spot){file, line, access}));
}

static bool stands_for(const struct location *at, const struct undefined_spot *spot)
{
    return at->flags & LOC_UNSUPPORTED && starts_with(at->reason, UNDEFINED_REASON) && at->pos.line == spot->line && at->pos.file &&
           strcmp(at->pos.file, spot->file) == 0 && ends_with(at->reason, outside) == spot->access;
}

const struct location *undefined_spots_in(const struct undefined_spots *s, const struct program *p)
{
    for (uint32_t i = 0; s && i < s->all.size; i++)
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct location *, at, &c->locations)
                if (stands_for(at, &s->all.data[i]))
                    return at;
    return NULL;
}

const char *undefined_reason(const struct location *at, struct arena *words)
{
    assert(at->flags & LOC_UNSUPPORTED);
    return arena_printf(words, "%s at %s:%u can happen, as another property shows, and forbids TRUE", at->reason, at->pos.file,
                        at->pos.line);
}
