/* What functions do to addresses of which heddle does not see the text: memory elsewhere, the library's own, and what can be reached from arguments. */
#include "frontend/pointsto_sets.h"

/* A pointer that comes from outside of what heddle sees, or that is made of a number. */
void points_elsewhere(struct pointsto *p, uint32_t node)
{
    points_add(p, node, place_exact(&p->places, places_elsewhere(&p->places), 0));
}

/* A pointer that the library gives, beyond what is modelled of its memory. Pointers that are read there lead to such memory, too, unless the program
 * stores its own there: since nobody knows where they have gone, it may be any then. */
void points_into_library(struct pointsto *p, uint32_t node)
{
    uint32_t library = places_library(&p->places), place = place_exact(&p->places, library, 0);
    uint32_t contents = points_memory(p, place, 1);
    points_add(p, node, place);
    points_add(p, contents, place);
    uint64_t m = NONE;
    map_get(&p->content_of, library, &m);
    for (; m != NONE; m = p->memory.data[m].next) {
        const u32_vector *stored = &p->sets.data[p->memory.data[m].node];
        bool only_library = true;
        vector_each(const uint32_t *, x, stored)
            only_library &= place_get(&p->places, *x)->object == library;
        if (!only_library)
            points_elsewhere(p, contents);
    }
}

/* What the pointer leads to holds any value: an address that heddle does not know, or one beneath. */
void points_any_contents(struct pointsto *p, uint32_t pointer, uint32_t beneath, uint32_t since)
{
    bool again = points_grown(p, beneath, since) ||
                 (p->sets.data[beneath].size && points_object_stored(p, places_library(&p->places), since));
    for (uint32_t k = again ? 0 : points_first_new(p, pointer, since); k < p->sets.data[pointer].size; k++) {
        uint32_t object = place_get(&p->places, p->sets.data[pointer].data[k])->object;
        const struct object *o = &p->places.objects.data[object];
        if (o->kind == OBJECT_FUNCTION || object_is_elsewhere(o) || place_get(&p->places, p->sets.data[pointer].data[k])->distance)
            continue;
        uint32_t contents = points_memory(p, place_anywhere(&p->places, object), 1);
        if (p->sets.data[beneath].size)
            points_into_library(p, contents);
        else
            points_elsewhere(p, contents);
        for (uint32_t n = 0; n < p->sets.data[beneath].size; n++) {
            struct place at = *place_get(&p->places, p->sets.data[beneath].data[n]);
            if (at.distance || p->places.objects.data[at.object].kind == OBJECT_FUNCTION ||
                object_is_elsewhere(&p->places.objects.data[at.object]))
                continue;
            points_add(p, contents,
                       place_id(&p->places, (struct place){.object = at.object,
                                                           .stride = BENEATH_STRIDE,
                                                           .end = (uint64_t)BENEATH_STRIDE * BENEATH_COUNT}));
        }
    }
}

/* What is stored in the objects that it leads to. */
static void include_contents(struct pointsto *p, uint32_t known, uint32_t since)
{
    uint32_t first_new;
    u32_vector places = points_now(p, known, since, &first_new);
    for (uint32_t k = 0; k < places.size; k++) {
        uint64_t m = NONE;
        uint32_t object = place_get(&p->places, places.data[k])->object, after = k < first_new ? since : 0;
        if (after && !points_object_stored(p, object, after))
            continue;
        map_get(&p->content_of, object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            points_include(p, known, p->memory.data[m].node, after);
    }
    vector_free(&places);
}

/* Whatever is reached from the arguments may be changed; a function of which nothing is known keeps them, too, and knows variables that
 * other files can name. */
void points_reach(struct pointsto *p, LLVMValueRef call, uint32_t since)
{
    bool written = !LLVMIsNull(LLVMGetArgOperand(call, 1)), everything = !LLVMIsNull(LLVMGetArgOperand(call, 2));
    uint32_t known = everything ? p->outside : pointsto_node(p, call);
    for (unsigned k = 3; k < LLVMGetNumArgOperands(call); k++) {
        uint32_t given = pointsto_node(p, LLVMGetArgOperand(call, k));
        points_include(p, known, given, since);
    }
    if (everything && !since)
        each_global(g, p->places.front->module) if (map_get(&p->places.front->visible, map_pointer_key(g), NULL))
            points_add(p, known, place_exact(&p->places, places_object(&p->places, OBJECT_GLOBAL, g, NULL), 0));
    for (uint32_t before = since, now = p->clock;; before = now, now = p->clock) {
        include_contents(p, known, before);
        if (!points_grown(p, known, now))
            break;
    }
    if (written)
        points_any_contents(p, known, p->nothing, since);
}
