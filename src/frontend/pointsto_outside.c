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
        u32_vector stored = *pointsto_at(p, p->memory.data[m].node);
        bool only_library = true;
        vector_each(const uint32_t *, x, &stored)
            only_library &= place_get(&p->places, *x)->object == library;
        if (!only_library)
            points_elsewhere(p, contents);
    }
}

/* Memory beneath may begin at any of these, too. */
static void add_beneath(struct pointsto *p, uint32_t contents, const u32_vector *beneath)
{
    vector_each(const uint32_t *, x, beneath) {
        struct place at = *place_get(&p->places, *x);
        const struct object *o = &p->places.objects.data[at.object];
        if (at.distance || o->kind == OBJECT_FUNCTION || object_is_elsewhere(o))
            continue;
        points_add(p, contents,
                   place_id(&p->places, (struct place){.object = at.object,
                                                       .stride = BENEATH_STRIDE,
                                                       .end = (uint64_t)BENEATH_STRIDE * BENEATH_COUNT}));
    }
}

/* What the pointer leads to holds any value: an address that heddle does not know, or one beneath. */
void points_any_contents(struct pointsto *p, uint32_t pointer, uint32_t beneath, bool whole)
{
    if (!points_begin(p, (uint64_t[]){2, p->set_of.data[pointer], p->set_of.data[beneath], whole}, true))
        return;
    u32_vector places = *pointsto_at(p, pointer), under = *pointsto_at(p, beneath);
    vector_each(const uint32_t *, x, &places) {
        uint32_t object = place_get(&p->places, *x)->object;
        const struct object *o = &p->places.objects.data[object];
        if (o->kind == OBJECT_FUNCTION || object_is_elsewhere(o) || place_get(&p->places, *x)->distance)
            continue;
        uint32_t contents = points_memory(p, whole ? place_anywhere(&p->places, object) : place_from_here(&p->places, *x), 1);
        if (under.size)
            points_into_library(p, contents);
        else
            points_elsewhere(p, contents);
        add_beneath(p, contents, &under);
    }
}

/* Whatever is reached from the arguments may be changed; a function of which nothing is known keeps them, too, and knows variables that
 * other files can name. */
void points_reach(struct pointsto *p, LLVMValueRef call, bool first)
{
    bool written = !LLVMIsNull(LLVMGetArgOperand(call, 1)), everything = !LLVMIsNull(LLVMGetArgOperand(call, 2));
    uint32_t known = everything ? p->outside : pointsto_node(p, call);
    for (unsigned k = 3; k < LLVMGetNumArgOperands(call); k++) {
        uint32_t given = pointsto_node(p, LLVMGetArgOperand(call, k));
        points_include(p, known, given);
    }
    if (everything && first)
        each_global(g, p->places.front->module) if (map_get(&p->places.front->visible, map_pointer_key(g), NULL))
            points_add(p, known, place_exact(&p->places, places_object(&p->places, OBJECT_GLOBAL, g, NULL), 0));
    points_contents(p, known);
    if (written)
        points_any_contents(p, known, p->nothing, true);
}
