/* See seeds.h. */
#include "engines/random/seeds.h"

enum {
    MOST_SEEDS = 512,
    MOST_BYTES = 1 << 26, /* of all seeds */
    APART = 4,            /* steps, at least, between two seeds of a run */
    TRIED = 4,            /* the best of so many drawn seeds is taken, and the worst makes room */
    EXACTLY = 16,         /* so many times are told apart, then powers of two */
    MOST_OFTEN = EXACTLY + 3,
};

struct seed {
    struct drawn_run run;
    initial_values chosen;
    struct text_rest text, first_text;
    uint32_t steps;
    uint64_t spent; /* work of the runs that went on from it */
    uint32_t found; /* how much that is new they came to */
};

struct seeds {
    const struct model *model;
    uint32_t *base; /* by code: the number of its first edge */
    uint32_t *seen; /* by edge: how often runs have taken it, a bit for each number */
    uint32_t *hits; /* by edge, in the run in which its stamp is */
    uint32_t *stamp, run;
    VECTOR(struct seed) all;
    size_t bytes;
    uint32_t taken;      /* edges */
    uint32_t counted;    /* steps of the current run */
    uint32_t from;       /* the seed of the current run, or NONE */
    uint32_t kept_steps; /* of the current run when it was kept last */
    bool kept;           /* it was */
};

struct seeds *seeds_new(const struct model *m)
{
    const struct program *p = m->program;
    struct seeds *s = NEW(struct seeds);
    uint32_t edges = 0;
    s->model = m;
    s->base = NEW_ARRAY(uint32_t, p->codes.size + 1);
    for (uint32_t c = 0; c < p->codes.size; c++) {
        s->base[c] = edges;
        edges += p->codes.data[c].edges.size;
    }
    s->seen = NEW_ARRAY(uint32_t, edges + 1);
    s->hits = NEW_ARRAY(uint32_t, edges + 1);
    s->stamp = NEW_ARRAY(uint32_t, edges + 1);
    s->from = NONE;
    return s;
}

static size_t bytes_of(const struct seeds *s, const struct seed *x)
{
    return s->model->layout->words * sizeof(uint64_t) + x->run.path.size * sizeof *x->run.path.data +
           x->run.inputs.size * sizeof(uint64_t) + x->chosen.size * sizeof *x->chosen.data;
}

static void free_seed(struct seeds *s, struct seed *x)
{
    assert(s->bytes >= bytes_of(s, x));
    s->bytes -= bytes_of(s, x);
    mem_free(x->run.state);
    vector_free(&x->run.path);
    vector_free(&x->run.inputs);
    vector_free(&x->chosen);
}

void seeds_free(struct seeds *s)
{
    if (!s)
        return;
    vector_each(struct seed *, x, &s->all)
        free_seed(s, x);
    vector_free(&s->all);
    mem_free(s->base);
    mem_free(s->seen);
    mem_free(s->hits);
    mem_free(s->stamp);
    mem_free(s);
}

/* --- what is new --- */

static unsigned how_often(uint32_t hits)
{
    assert(hits > 0);
    unsigned k = EXACTLY;
    if (hits <= EXACTLY)
        return hits - 1;
    while (k < MOST_OFTEN && hits > (uint32_t)EXACTLY << (k - EXACTLY + 1))
        k++;
    return k;
}

/* Whether no run has taken it so often. */
static bool count(struct seeds *s, const struct model_edge *e)
{
    uint32_t at = s->base[e->code] + e->edge;
    s->hits[at] = s->stamp[at] == s->run ? s->hits[at] + 1 : 1;
    s->stamp[at] = s->run;
    uint32_t bit = UINT32_C(1) << how_often(s->hits[at]);
    bool new = !(s->seen[at] & bit);
    s->taken += !s->seen[at];
    s->seen[at] |= bit;
    return new;
}

/* The same for all steps of the run that have not been counted. */
static bool count_steps(struct seeds *s, const struct drawn_run *r)
{
    bool new = false;
    for (; s->counted < r->path.size; s->counted++) {
        const struct drawn_step *k = &r->path.data[s->counted];
        if (k->edge)
            new |= count(s, k->edge);
    }
    return new;
}

bool seeds_kept(const struct seeds *s) { return s->kept; }
uint32_t seeds_edges(const struct seeds *s) { return s->taken; }

/* --- which are kept, and which are had --- */

/* Whether a has been less of a waste than b. */
static bool is_better(const struct seed *a, const struct seed *b) { return a->spent * (b->found + 1) < b->spent * (a->found + 1); }

/* Later ones are more likely. */
static uint32_t draw_seed(const struct seeds *s, struct priorities *draw)
{
    assert(s->all.size > 0);
    uint32_t a = draw_below(draw, s->all.size), b = draw_below(draw, s->all.size);
    return a > b ? a : b;
}

static uint32_t pick(const struct seeds *s, struct priorities *draw)
{
    uint32_t best = draw_seed(s, draw);
    for (int k = 1; k < TRIED; k++) {
        uint32_t other = draw_seed(s, draw);
        best = is_better(&s->all.data[other], &s->all.data[best]) ? other : best;
    }
    return best;
}

/* The one that was the greatest waste goes. */
static void make_room(struct seeds *s)
{
    assert(s->all.size > 0);
    uint32_t worst = 0;
    for (uint32_t k = 1; k < s->all.size; k++)
        if (is_better(&s->all.data[worst], &s->all.data[k]))
            worst = k;
    free_seed(s, &s->all.data[worst]);
    memmove(&s->all.data[worst], &s->all.data[worst + 1], (s->all.size - worst - 1) * sizeof *s->all.data);
    s->all.size--;
    s->from = s->from == worst ? NONE : s->from != NONE && s->from > worst ? s->from - 1 : s->from;
}

static void copy_run(const struct seeds *s, struct drawn_run *to, const struct drawn_run *from)
{
    memcpy(to->state, from->state, s->model->layout->words * sizeof *to->state);
    to->different = from->different;
    vector_resize(&to->path, from->path.size);
    memcpy(to->path.data, from->path.data, from->path.size * sizeof *to->path.data);
    vector_resize(&to->inputs, from->inputs.size);
    if (from->inputs.size)
        memcpy(to->inputs.data, from->inputs.data, from->inputs.size * sizeof *to->inputs.data);
}

static void keep(struct seeds *s, const struct drawn_run *r, const struct first_values *first, const struct priorities *draw)
{
    struct seed x = {.text = draw->text, .first_text = first->text, .steps = draw->steps};
    x.run.state = NEW_ARRAY(uint64_t, s->model->layout->words + 1);
    copy_run(s, &x.run, r);
    vector_each(const struct trace_initial *, t, &first->chosen)
        vector_push(&x.chosen, *t);
    vector_push(&s->all, x);
    s->bytes += bytes_of(s, &x);
    s->kept_steps = r->path.size;
    s->kept = true;
    while (s->all.size > MOST_SEEDS || (s->bytes > MOST_BYTES && s->all.size > 1))
        make_room(s);
}

bool seeds_arrived(struct seeds *s, const struct drawn_run *r, const struct first_values *first, const struct priorities *draw)
{
    assert(s->counted <= r->path.size && (s->from == NONE || s->from < s->all.size));
    if (!count_steps(s, r))
        return false;
    if (s->from != NONE)
        s->all.data[s->from].found++;
    if (r->path.size >= s->kept_steps + APART)
        keep(s, r, first, draw);
    return true;
}

void seeds_ended(struct seeds *s, const struct drawn_run *r, uint64_t work)
{
    if (s->from != NONE)
        s->all.data[s->from].spent += work + 1;
    if (s->kept && s->all.size)
        vector_last(&s->all).run.different = r->different;
    else if (s->from != NONE)
        s->all.data[s->from].run.different = r->different;
}

bool seeds_begin(struct seeds *s, struct drawn_run *r, struct first_values *first, struct priorities *draw)
{
    s->run++;
    s->from = NONE;
    s->kept = false;
    s->counted = s->kept_steps = 0;
    enum { FROM_THE_BEGINNING, VARIED, GOES_ON, GOES_ON_TOO } how = (int)draw_below(draw, 4);
    if (!s->all.size || how == FROM_THE_BEGINNING)
        return false;
    s->from = pick(s, draw);
    struct seed *x = &s->all.data[s->from];
    if (how == VARIED) {
        first_values_vary(first, &x->chosen, &x->run.different);
        return false;
    }
    copy_run(s, r, &x->run);
    vector_resize(&first->chosen, x->chosen.size);
    if (x->chosen.size)
        memcpy(first->chosen.data, x->chosen.data, x->chosen.size * sizeof *x->chosen.data);
    first->text = x->first_text;
    draw->text = x->text;
    draw->steps = x->steps;
    s->kept_steps = r->path.size;
    count_steps(s, r);
    return true;
}
