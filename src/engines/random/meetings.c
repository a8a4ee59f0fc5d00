/* See meetings.h. What an instance is about to access is computed when it arrives: that another thread changes where that is shows when the
 * race is replayed. */
#include "engines/random/meetings.h"

#include "engines/random/draw_inputs.h"

enum { LEAST_PATIENCE = 64 }; /* one in so many looks ends the waiting, or in more: the others may have a long way to go */

struct meetings {
    struct model *model;
    struct first_values *first;
    struct races *races;
    uint64_t *scratch;
    race_accesses *next; /* by instance */
    bool *waits;         /* by instance */
    uint32_t patience;   /* of this run */
    uint32_t aim[2];     /* accesses */
    const struct check *aimed;
    bool takes_chances; /* this run: it may aim at something else on the way */
    VECTOR(const struct check *) drawn;
};

struct meetings *meetings_new(struct model *model, struct first_values *first, const struct budget *budget)
{
    struct meetings *m = NEW(struct meetings);
    uint32_t n = model->layout->instance_count;
    m->model = model;
    m->first = first;
    m->races = races_new(model, budget);
    m->scratch = NEW_ARRAY(uint64_t, model->layout->words + 1);
    m->next = NEW_ARRAY(race_accesses, n + 1);
    m->waits = NEW_ARRAY(bool, n + 1);
    return m;
}

void meetings_free(struct meetings *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < m->model->layout->instance_count; i++)
        vector_free(&m->next[i]);
    races_free(m->races);
    mem_free(m->scratch);
    mem_free(m->next);
    mem_free(m->waits);
    vector_free(&m->drawn);
    mem_free(m);
}

static void aim_at(struct meetings *m, const struct check *aim)
{
    m->aimed = aim;
    m->aim[0] = aim ? aim->access_a : NONE;
    m->aim[1] = aim ? aim->access_b : NONE;
}

static void draw_aim(struct meetings *m, const bool *wanted, struct priorities *draw)
{
    vector_clear(&m->drawn);
    vector_each(const struct check *, c, &m->model->program->checks)
        if (c->kind == CHECK_PAIR && wanted[c->id])
            vector_push(&m->drawn, c);
    aim_at(m, m->drawn.size ? m->drawn.data[draw_below(draw, m->drawn.size)] : NULL);
    m->takes_chances = draw_below(draw, 2);
    m->patience = (uint32_t)LEAST_PATIENCE << 4 * draw_below(draw, 3);
}

void meetings_begin(struct meetings *m, const bool *wanted, struct priorities *draw)
{
    draw_aim(m, wanted, draw);
    for (uint32_t i = 0; i < m->model->layout->instance_count; i++) {
        vector_clear(&m->next[i]);
        m->waits[i] = false;
    }
}

const struct check *meetings_aim(const struct meetings *m) { return m->aimed; }

static uint32_t meet(const struct meetings *m, const race_accesses *mine, const race_accesses *others, const bool *wanted)
{
    uint32_t check;
    vector_each(const struct race_access *, a, mine)
        vector_each(const struct race_access *, b, others)
            if (races_meet(m->races, a, b, &check) && wanted[check])
                return check;
    return NONE;
}

/* What it is about to access, by some inputs. */
static void look_ahead(struct meetings *m, uint32_t instance, uint64_t *state, struct priorities *draw)
{
    const struct model_location *l = model_location(m->model, instance, state);
    struct text_rest text = draw->text;
    vector_clear(&m->next[instance]);
    for (uint32_t k = 0; k < l->edge_count; k++) {
        const struct model_edge *e = &l->edges[k];
        uint32_t tries = races_wants(m->races, e) ? draw_tries(e) : 0;
        for (uint64_t start = tries > 1 ? draw_bits(draw) : 0; tries-- > 0;) {
            draw_inputs(draw, &m->model->vm, e, tries, start);
            enum vm_result result;
            while ((result = races_next(m->races, instance, e, state, m->scratch, &m->next[instance])) == VM_UNDEFINED)
                first_values_choose(m->first, instance, state);
            if (result == VM_TAKEN)
                break;
        }
    }
    draw->text = text;
}

static bool anybody_waits(const struct meetings *m)
{
    for (uint32_t i = 0; i < m->model->layout->instance_count; i++)
        if (m->waits[i])
            return true;
    return false;
}

/* Where an access is made that few runs come to, that is the one to aim at: a check of it, the first from a drawn one on. */
static void aim_at_what_comes(struct meetings *m, uint32_t instance, struct priorities *draw)
{
    enum { LEFT_ONE_OF = 8 };
    const race_accesses *mine = &m->next[instance];
    if (!m->takes_chances || !mine->size || !m->drawn.size || anybody_waits(m) || !draw_below(draw, LEFT_ONE_OF))
        return;
    uint32_t access = mine->data[draw_below(draw, mine->size)].access, from = draw_below(draw, m->drawn.size);
    for (uint32_t k = 0; k < m->drawn.size; k++) {
        const struct check *c = m->drawn.data[(from + k) % m->drawn.size];
        if (c->access_a != access && c->access_b != access)
            continue;
        aim_at(m, c);
        return;
    }
}

void meetings_go_on(struct meetings *m, const bool *wanted, struct priorities *draw)
{
    uint32_t n = m->model->layout->instance_count, from = n ? draw_below(draw, n) : 0;
    draw_aim(m, wanted, draw);
    memset(m->waits, 0, n * sizeof *m->waits);
    m->takes_chances = true;
    for (uint32_t k = 0; k < n; k++) {
        const struct check *before = m->aimed;
        aim_at_what_comes(m, (from + k) % n, draw);
        if (m->aimed != before)
            return;
    }
}

/* Whoever is about to make an access that the run aims at mostly waits. */
static void let_wait(struct meetings *m, uint32_t instance, struct priorities *draw)
{
    m->waits[instance] = false;
    vector_each(const struct race_access *, a, &m->next[instance])
        if (a->access == m->aim[0] || a->access == m->aim[1])
            m->waits[instance] = draw_below(draw, 8) != 0;
}

void meetings_resume(struct meetings *m, uint64_t *state, struct priorities *draw)
{
    for (uint32_t i = 0; i < m->model->layout->instance_count; i++) {
        look_ahead(m, i, state, draw);
        let_wait(m, i, draw);
    }
}

uint32_t meetings_arrived(struct meetings *m, uint32_t instance, uint64_t *state, const bool *wanted, struct priorities *draw)
{
    race_accesses *mine = &m->next[instance];
    look_ahead(m, instance, state, draw);
    for (uint32_t i = 0; i < m->model->layout->instance_count && mine->size; i++) {
        uint32_t check = i != instance && m->next[i].size ? meet(m, mine, &m->next[i], wanted) : NONE;
        if (check != NONE)
            return check;
    }
    aim_at_what_comes(m, instance, draw);
    let_wait(m, instance, draw);
    return NONE;
}

bool meetings_waits(struct meetings *m, uint32_t instance, struct priorities *draw)
{
    if (m->waits[instance] && draw_below(draw, m->patience) == 0)
        m->waits[instance] = false;
    return m->waits[instance];
}

void meetings_release(struct meetings *m) { memset(m->waits, 0, m->model->layout->instance_count * sizeof *m->waits); }
