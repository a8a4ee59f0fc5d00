/* See draw_inputs.h. */
#include "engines/random/draw_inputs.h"

enum { INPUT_TRIES = 24, SMALL_INPUTS = 16 };

uint32_t draw_tries(const struct model_edge *e) { return e->guard_has_inputs ? INPUT_TRIES : 1; }

static uint64_t draw_input(struct priorities *draw, const struct input_values *near, uint32_t width)
{
    if (draw->address_count && width == draw->address_width && draw_below(draw, 2))
        return draw->addresses[draw_below(draw, draw->address_count)];
    uint32_t kind = draw_below(draw, 8);
    if (kind < 4 && near->count)
        return near->values[draw_below(draw, near->count)];
    return kind < 7 ? draw_below(draw, SMALL_INPUTS / 2) : draw_bits(draw);
}

void draw_inputs(struct priorities *draw, struct vm *vm, const struct model_edge *e, uint32_t tries, uint64_t start)
{
    bool small = e->guard_has_inputs && tries < SMALL_INPUTS;
    for (uint32_t j = 0; j < e->body.input_count; j++) {
        uint64_t value = small ? (start + tries) % SMALL_INPUTS : draw_input(draw, &e->tried[j], e->body.inputs[j].width);
        vm->registers[j] = value & width_mask(e->body.inputs[j].width);
    }
}
