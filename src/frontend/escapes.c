/* Which objects can be seen from elsewhere: whatever hangs off globals, arguments and results of threads and procedures. */
#include "frontend/pointsto.h"

struct search {
    struct pointsto *p;
    struct bitset seen;
    u32_vector todo;
};

static void see(struct search *s, uint32_t object)
{
    if (bitset_has(&s->seen, object))
        return;
    bitset_add(&s->seen, object);
    vector_push(&s->todo, object);
}

static void see_all(struct search *s, const u32_vector *places)
{
    for (uint32_t i = 0; i < places->size; i++)
        see(s, place_get(&s->p->places, places->data[i])->object);
}

void find_escapes(struct pointsto *p)
{
    struct search s = {.p = p};
    see_all(&s, pointsto_at(p, p->results));
    see_all(&s, pointsto_at(p, p->outside));
    for (uint32_t k = 0; k < p->live.size; k++) {
        LLVMValueRef function = p->live.data[k];
        for (unsigned i = 0; i < LLVMCountParams(function); i++)
            see_all(&s, pointsto_of(p, LLVMGetParam(function, i)));
        see_all(&s, pointsto_returned(p, function));
    }
    for (uint32_t o = 0; o < p->places.objects.size; o++)
        if (p->places.objects.data[o].kind == OBJECT_GLOBAL)
            see(&s, o);
    while (s.todo.size) {
        uint32_t object = vector_pop(&s.todo);
        p->places.objects.data[object].escapes = true;
        uint64_t m = NONE;
        map_get(&p->content_of, object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            see_all(&s, pointsto_at(p, p->memory.data[m].node));
    }
    vector_free(&s.todo);
    bitset_free(&s.seen);
}
