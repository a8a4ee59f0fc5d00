/* Slots, domains, units and initial values. */
#include "execute/partial/model.h"

#include "program/machine_parts.h"

enum { MOST_SLOTS = 1 << 16, MOST_FRAME = 1 << 14, MOST_DOMAINS_OF_CELL = 4096, STAND_IN = 4 };

static void cut_cells(struct partial_model *w, bool unbounded_in_relative)
{
    const struct program *p = w->program;
    vector_each(const struct cell *, c, &p->cells) {
        uint64_t n = cell_slots(c, w->counts);
        w->slots[c->id] = n <= MOST_SLOTS ? (uint32_t)n : 0;
        for (uint32_t i = 0; i < c->range_count && unbounded_in_relative; i++) {
            uint32_t t = c->ranges[i].per_instance;
            w->blurred[c->id] |= t != NONE && p->codes.data[t].instances == UNBOUNDED;
        }
        if (cell_is_shared(c)) {
            bool each = w->slots[c->id] && w->slots[c->id] <= MOST_DOMAINS_OF_CELL && !w->blurred[c->id];
            w->domain_base[c->id] = w->domains.size;
            w->domain_count[c->id] = each ? w->slots[c->id] : 1;
            for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
                struct slot_domain d = {.all = c->arbitrary};
                vector_push(&w->domains, d);
            }
            for (uint32_t s = 0; s < w->slots[c->id] && !c->arbitrary; s++)
                domain_add(partial_model_domain(w, c->id, s), cell_initial(c, s, w->counts) & width_mask(c->width));
            if (!w->slots[c->id] || w->blurred[c->id]) {
                domain_add(partial_model_domain(w, c->id, 0), 0);
                domain_add(partial_model_domain(w, c->id, 0), c->init & width_mask(c->width));
                for (uint64_t s = 0; c->inits && s < c->ranges[0].count; s++)
                    domain_add(partial_model_domain(w, c->id, 0), c->inits[s] & width_mask(c->width));
            }
        } else {
            w->place[c->id] = w->frame_size[c->owner];
            w->frame_size[c->owner] += w->slots[c->id];
        }
    }
}

bool partial_model_init(struct partial_model *w, const struct program *p, bool relative, uint32_t unbounded,
                        const struct reason **why)
{
    uint32_t cells = p->cells.size + 1, codes = p->codes.size + 1;
    *w = (struct partial_model){.program = p, .relative = relative, .input_limit = 1024};
    w->counts = NEW_ARRAY(uint32_t, codes);
    w->slots = NEW_ARRAY(uint32_t, cells);
    w->place = NEW_ARRAY(uint32_t, cells);
    w->frame_size = NEW_ARRAY(uint32_t, codes);
    w->is_id = NEW_ARRAY(bool, cells);
    w->own = NEW_ARRAY(struct own_slots, cells);
    w->blurred = NEW_ARRAY(bool, cells);
    w->forgotten = NEW_ARRAY(bool, cells);
    w->domain_base = NEW_ARRAY(uint32_t, cells);
    w->domain_count = NEW_ARRAY(uint32_t, cells);
    w->cell_sort = NEW_ARRAY(uint32_t, cells);
    w->input_sort = NEW_ARRAY(uint32_t, p->input_count + 1);
    memset(w->cell_sort, 0xff, cells * sizeof *w->cell_sort);
    memset(w->input_sort, 0xff, (p->input_count + 1) * sizeof *w->input_sort);
    for (uint32_t c = 0; c < p->cells.size; c++)
        w->own[c].template = NONE;
    for (uint32_t t = 0; t < p->template_count; t++) {
        bool open = p->codes.data[t].instances == UNBOUNDED;
        w->counts[t] = !open ? p->codes.data[t].instances : relative ? STAND_IN : unbounded;
        if (open && relative)
            w->instances = UINT64_MAX;
        else if (w->instances != UINT64_MAX)
            w->instances += w->counts[t];
    }
    cut_cells(w, relative);
    for (uint32_t c = 0; c < p->codes.size; c++)
        if (w->frame_size[c] > MOST_FRAME) {
            *why = BECAUSE(ARRAYS_LARGE);
            return false;
        }
    return true;
}

void partial_model_free(struct partial_model *w)
{
    mem_free(w->counts);
    mem_free(w->slots);
    mem_free(w->place);
    mem_free(w->frame_size);
    mem_free(w->is_id);
    for (uint32_t c = 0; w->own && c < w->program->cells.size; c++) {
        map_free(&w->own[c].name_of);
        map_free(&w->own[c].owner);
        map_free(&w->own[c].slot_of);
        vector_free(&w->own[c].names);
        vector_free(&w->own[c].indices);
    }
    mem_free(w->own);
    mem_free(w->blurred);
    mem_free(w->domain_base);
    mem_free(w->domain_count);
    vector_each(struct slot_domain *, d, &w->domains) {
        vector_free(&d->values);
        vector_free(&d->users);
        map_free(&d->members);
    }
    vector_free(&w->domains);
    mem_free(w->memo.stamp);
    mem_free(w->memo.value);
    mem_free(w->memo.top);
    mem_free(w->forgotten);
    mem_free(w->cell_sort);
    mem_free(w->input_sort);
    vector_each(struct sort *, s, &w->sorts)
        vector_free(&s->values);
    vector_free(&w->sorts);
    *w = (struct partial_model){0};
}

struct slot_domain *partial_model_domain(struct partial_model *w, uint32_t cell, uint64_t slot)
{
    assert(cell < w->program->cells.size);
    return &w->domains.data[w->domain_base[cell] + (w->domain_count[cell] > 1 ? slot : 0)];
}

bool domain_add(struct slot_domain *d, uint64_t value)
{
    if (d->all || map_get(&d->members, value, NULL))
        return false;
    map_put(&d->members, value, 1);
    vector_push(&d->values, value);
    return true;
}

/* --- sights --- */

void sight_init(struct sight *s, struct partial_model *w, uint32_t template, uint32_t instance)
{
    assert(w->program->codes.size > template);
    const struct code *c = &w->program->codes.data[template];
    *s = (struct sight){.model = w, .template = template, .instance = instance};
    s->self = w->relative ? ID_ME : c->first_id + instance;
    s->several = w->relative && c->instances >= 2;
}

void sight_free(struct sight *s)
{
    vector_free(&s->units);
    map_free(&s->unit_of);
}

static uint64_t unit_key(uint32_t cell, uint32_t slot, bool own) { return (uint64_t)cell << 32 | (uint64_t)slot << 1 | own; }

uint32_t sight_add(struct sight *s, uint32_t cell, uint32_t slot, bool own, bool lazy)
{
    assert(cell < s->model->program->cells.size && slot < s->model->slots[cell]);
    uint32_t u = sight_unit(s, cell, slot, own);
    if (u != NONE) {
        s->units.data[u].lazy &= lazy;
        return u;
    }
    map_put(&s->unit_of, unit_key(cell, slot, own), s->units.size);
    vector_push(&s->units, (struct sight_unit){cell, slot, own, s->model->is_id[cell], lazy});
    return s->units.size - 1;
}

uint32_t sight_unit(const struct sight *s, uint32_t cell, uint32_t slot, bool own)
{
    uint64_t u;
    return map_get(&s->unit_of, unit_key(cell, slot, own), &u) ? (uint32_t)u : NONE;
}

/* --- initial values --- */

void frame_initial(const struct partial_model *w, uint32_t code, uint64_t *bank)
{
    assert(code < w->program->codes.size);
    uint32_t n = w->frame_size[code];
    memset(bank, 0, bank_words(n) * sizeof *bank);
    vector_each(const struct cell *, c, &w->program->cells)
        for (uint32_t s = 0; c->owner == code && !c->arbitrary && !w->forgotten[c->id] && s < w->slots[c->id]; s++)
            bank_set(bank, n, w->place[c->id] + s, cell_initial(c, s, w->counts) & width_mask(c->width));
}

void store_initial(const struct sight *s, uint64_t *bank)
{
    uint32_t n = s->units.size;
    memset(bank, 0, bank_words(n) * sizeof *bank);
    for (uint32_t i = 0; i < n; i++) {
        const struct sight_unit *u = &s->units.data[i];
        const struct cell *c = &s->model->program->cells.data[u->cell];
        if (!c->arbitrary && !u->lazy)
            bank_set(bank, n, i, cell_initial(c, u->slot, s->model->counts) & width_mask(c->width));
    }
}
