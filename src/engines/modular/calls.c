/* Frames that wait are kept with the entry of the procedure that they wait for; an exit goes on in all of them, those
 * that come later included. */
#include "engines/modular/calls.h"

#include "engines/modular/join.h"

/* A procedure that is at its exit goes on in the caller. */
static void go_back(struct fixpoint *f, uint32_t kind, uint32_t state, uint32_t entry, uint32_t caller)
{
    struct modular_kind *k = &f->kinds[kind];
    const struct partial_model *w = f->model;
    struct modular_state s = *kind_state(k, state);
    uint32_t into = k->entry_list.data[entry].callers.data[caller].entry;
    uint32_t frame = k->entry_list.data[entry].callers.data[caller].frame;
    uint32_t code = k->entry_list.data[entry].callers.data[caller].code;
    const struct edge *e = &w->program->codes.data[code].edges.data[k->entry_list.data[entry].callers.data[caller].edge];
    const uint64_t *inner = kind_frame(k, s.frame);
    uint32_t callee = (uint32_t)(inner[0] >> 32), n = w->frame_size[code], result = w->program->codes.data[callee].result;
    uint64_t *bank = mem_alloc(bank_words(n) * sizeof *bank + 8);
    memcpy(bank, kind_frame(k, frame) + 1, bank_words(n) * sizeof *bank);
    if (e->action.call_result != NONE && result != NONE) {
        uint32_t to = w->place[e->action.call_result], from = w->place[result];
        if (bank_knows(inner + 1, w->frame_size[callee], from)) {
            bank_set(bank, n, to, inner[1 + from]);
        } else {
            bank[n + to / 64] &= ~(UINT64_C(1) << (to % 64));
            bank[to] = 0;
        }
    }
    uint32_t back = fixpoint_add_frame(k, code, e->to, bank, bank_words(n));
    mem_free(bank);
    fixpoint_add_state(f, kind, (struct modular_state){into, back, s.store}, (struct state_origin){state, NONE, 0, 0, 0});
}

void calls_begin(struct fixpoint *f, uint32_t kind, uint32_t state, const struct thread_step *st, uint32_t store,
                 struct state_origin origin)
{
    struct modular_kind *k = &f->kinds[kind];
    uint32_t outer = kind_state(k, state)->entry;
    uint32_t callee = st->call->action.object;
    uint32_t frame = fixpoint_add_frame(k, callee, st->to, st->frame, bank_words(f->model->frame_size[callee]));
    uint32_t waiting = fixpoint_add_frame(k, st->code, st->call->from, st->caller, bank_words(f->model->frame_size[st->code]));
    uint32_t key[2] = {frame, store};
    bool is_new;
    uint32_t entry = 1 + intern_add(&k->entries, key, sizeof key, &is_new);
    if (is_new) {
        struct entry e = {.frame = frame, .store = store};
        vector_push(&k->entry_list, e);
    }
    uint32_t edge = (uint32_t)(st->call - f->model->program->codes.data[st->code].edges.data);
    struct entry *e = &k->entry_list.data[entry];
    bool known = false;
    for (uint32_t i = 0; i < e->callers.size; i++)
        known |= e->callers.data[i].entry == outer && e->callers.data[i].frame == waiting && e->callers.data[i].edge == edge &&
                 e->callers.data[i].code == st->code;
    fixpoint_add_state(f, kind, (struct modular_state){entry, frame, store}, origin);
    if (known)
        return;
    vector_resize(&e->callers, e->callers.size + 1);
    vector_last(&e->callers).entry = outer;
    vector_last(&e->callers).frame = waiting;
    vector_last(&e->callers).edge = edge;
    vector_last(&e->callers).code = st->code;
    for (uint32_t i = 0; i < k->entry_list.data[entry].exits.size; i++)
        go_back(f, kind, k->entry_list.data[entry].exits.data[i], entry, k->entry_list.data[entry].callers.size - 1);
}

void calls_end(struct fixpoint *f, uint32_t kind, uint32_t state)
{
    assert(kind < f->kind_count && state < f->kinds[kind].states.size);
    struct modular_kind *k = &f->kinds[kind];
    uint32_t entry = kind_state(k, state)->entry;
    struct entry *e = &k->entry_list.data[entry];
    vector_each(const uint32_t *, x, &e->exits)
        if (*x == state)
            return;
    vector_push(&e->exits, state);
    for (uint32_t i = 0; i < k->entry_list.data[entry].callers.size; i++)
        go_back(f, kind, state, entry, i);
}
