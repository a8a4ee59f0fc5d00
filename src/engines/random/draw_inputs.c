/* See draw_inputs.h. */
#include "engines/random/draw_inputs.h"

#include "base/map.h"

enum {
    INPUT_TRIES = 24,
    SMALL_INPUTS = 16,
    ONE_STREAM = 1 /* a loop that reads may be unrolled: the places do not tell texts apart */
};

uint32_t draw_tries(const struct model_edge *e) { return e->guard_has_inputs ? INPUT_TRIES : 1; }

/* In some runs all values are drawn alike. In the others each place that gives values has a manner of its own for the whole run: a loop that waits for a value
 * (of a clock, say) is left sooner or later where values grow, and a result is always an error, or never. */
enum site_manner { SITE_MIXED, SITE_GROWING, SITE_NEAR };

static enum site_manner manner_of(const struct priorities *draw, uint32_t site)
{
    static const enum site_manner often[] = {SITE_MIXED, SITE_GROWING, SITE_NEAR, SITE_GROWING};
    return draw->by_site ? often[hash_pair(draw->by_site, site) % (sizeof often / sizeof *often)] : SITE_MIXED;
}

static uint64_t draw_input(struct priorities *draw, const struct input_values *near, const struct vm_input *input)
{
    if (draw->address_count && input->width == draw->address_width && draw_below(draw, 2))
        return draw->addresses[draw_below(draw, draw->address_count)];
    uint64_t character;
    if (input->width == CHARACTER_WIDTH && texts_draw(draw->texts, &draw->text, ONE_STREAM, ONE_STREAM, draw, &character))
        return character;
    enum site_manner manner = manner_of(draw, input->site);
    if (manner == SITE_GROWING)
        return draw_below(draw, SMALL_INPUTS / 2 + draw->grown++ / 4);
    uint32_t kind = draw_below(draw, manner == SITE_NEAR ? 4 : 8);
    if (kind < 4 && near->count)
        return near->values[draw_below(draw, near->count)];
    return kind < 7 ? draw_below(draw, SMALL_INPUTS / 2) : draw_bits(draw);
}

void draw_inputs(struct priorities *draw, struct vm *vm, const struct model_edge *e, uint32_t tries, uint64_t start)
{
    bool small = e->guard_has_inputs && tries < SMALL_INPUTS;
    for (uint32_t j = 0; j < e->body.input_count; j++) {
        uint64_t value = small ? (start + tries) % SMALL_INPUTS : draw_input(draw, &e->tried[j], &e->body.inputs[j]);
        vm->registers[j] = value & width_mask(e->body.inputs[j].width);
    }
}
