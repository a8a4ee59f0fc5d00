/* See first_values.h. */
#include "engines/random/first_values.h"

#include "base/map.h"

enum { SMALL_VALUES = 8, LARGE_VALUE = 64, LARGE_ONE_OF = 128 };
enum {
    OFTEN_PLAIN = 256,
    PLAIN_ONE_OF = 8
}; /* runs of which every second one has zeros; later one of so many: a program without arguments soon ends */

void first_values_init(struct first_values *f, struct model *m, struct priorities *draw)
{
    uint32_t cells = m->program->cells.size;
    *f = (struct first_values){
        .model = m, .draw = draw, .near = NEW_ARRAY(struct input_values, cells + 1), .known = NEW_ARRAY(bool, cells + 1)};
}

void first_values_free(struct first_values *f)
{
    mem_free(f->near);
    mem_free(f->known);
    vector_free(&f->chosen);
    variation_free(&f->variation);
}

void first_values_begin(struct first_values *f)
{
    vector_clear(&f->chosen);
    f->text = (struct text_rest){0};
    f->plain = !draw_below(f->draw, f->runs++ < OFTEN_PLAIN ? 2 : PLAIN_ONE_OF);
    variation_end(&f->variation);
}

void first_values_vary(struct first_values *f, const initial_values *from, const struct differences *different)
{
    f->plain = false;
    variation_begin(&f->variation, f->model->program, from, different, f->draw);
}

/* Which slot comes next in a text. */
static uint64_t place_of(uint32_t cell, uint64_t slot) { return hash_pair(cell + UINT64_C(1), slot); }

static uint64_t draw_value(struct first_values *f, uint32_t cell, uint64_t slot)
{
    uint64_t character;
    if (f->plain)
        return f->model->program->cells.data[cell].init;
    if (f->model->program->cells.data[cell].width == CHARACTER_WIDTH &&
        texts_draw(f->draw->texts, &f->text, place_of(cell, slot), place_of(cell, slot + 1), f->draw, &character))
        return character;
    if (!f->known[cell]) {
        f->near[cell] = inputs_of_cell(f->model->inputs, cell);
        f->known[cell] = true;
    }
    const struct input_values *near = &f->near[cell];
    unsigned width = f->model->program->cells.data[cell].width;
    uint32_t kind = draw_below(f->draw, 8);
    if (width == CHARACTER_WIDTH && !kind) /* a text ends */
        return 0;
    uint64_t value = kind < (width == CHARACTER_WIDTH ? 5 : 3) && near->count ? near->values[draw_below(f->draw, near->count)]
                     : kind < 7                                               ? draw_below(f->draw, SMALL_VALUES)
                                                                              : draw_bits(f->draw);
    value &= width_mask(width);
    if (width > CHARACTER_WIDTH && value > LARGE_VALUE && draw_below(f->draw, LARGE_ONE_OF))
        value = draw_below(f->draw, SMALL_VALUES); /* so many arguments make a run long, and mostly not interesting */
    return value;
}

void first_values_choose(struct first_values *f, uint32_t instance, uint64_t *state)
{
    struct model *m = f->model;
    const struct cell_place *p = m->vm.need;
    const struct instance_layout *i = &m->layout->instances[instance];
    bool shared = cell_is_shared(&m->program->cells.data[p->cell]);
    uint64_t slot = m->vm.need_slot;
    struct trace_initial x = {p->cell, shared ? NONE : i->code, shared ? NONE : i->number, slot, 0};
    if (!variation_value(&f->variation, &x))
        x.value = draw_value(f, p->cell, slot);
    assert(p->choosable && slot < p->slots);
    place_write(&m->vm, p, 0, state, slot, x.value);
    vector_push(&f->chosen, x);
}

bool first_values_redraw(struct first_values *f, uint32_t from, uint32_t instance, uint64_t *state)
{
    if (f->plain || from >= f->chosen.size)
        return false;
    for (uint32_t k = from; k < f->chosen.size; k++) {
        struct trace_initial *t = &f->chosen.data[k];
        t->value = draw_value(f, t->cell, t->slot);
        place_write(&f->model->vm, layout_place(f->model->layout, instance, t->cell), 0, state, t->slot, t->value);
    }
    return true;
}
