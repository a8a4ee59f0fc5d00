/* See guide.h. A search by limited discrepancies (Harvey and Ginsberg, IJCAI 1995): in every state what the witness suggests comes first and costs nothing; what
 * deviates from it (another thread moves meanwhile, another input, a waypoint left out) has a price, and the prices of an execution may add up to 0, then 1, 2, ...
 *
 * A waypoint is what one thread does on one line. If the same thread comes back to the line at its next waypoint, somebody else
 * moves in the middle of the line, and the thread pauses as soon as it has done something there that others may notice. */
#include "worker/guide.h"

#include "program/machine_parts.h"

enum { DEAREST = 6, LONGEST_WAY = 3000, MOST_INPUTS = 4, SKIP_PRICE = 2, MOST_STEPS = 1000000, MOST_INITIAL = 2 };

struct member {
    uint32_t code, instance;
};

struct option {
    enum { OPTION_STEP, OPTION_NEXT, OPTION_SKIP } kind;
    struct member who;
    uint32_t in_code, edge; /* OPTION_STEP */
    struct trace_input inputs[MOST_INPUTS];
    uint32_t input_count, price;
};
typedef VECTOR(struct option) option_vector;

/* Where the search is, besides the state of the machine. */
struct standing_at {
    uint32_t waypoint;
    bool matched;          /* its thread has done something there */
    uint32_t way;          /* steps since the waypoint became the next */
    uint32_t missed;       /* waypoints left out */
    struct member running; /* who made the last step */
    uint32_t spent, steps; /* price; steps of the trace */
};

struct node {
    struct standing_at at;
    struct machine_state *state;
    struct member *bound;
    option_vector options;
    uint32_t next;
};

struct guide {
    const struct program *program;
    const struct witness *witness;
    const struct budget *budget;
    struct machine *machine;
    struct trace *trace;
    struct standing_at at;
    struct member *bound; /* who a thread of the witness is; code NONE if that is not known */
    uint32_t threads, limit, first_target;
    uint64_t fuel;
    bool *noticed; /* by line: somebody does something there that others may notice */
    uint32_t lines;
    VECTOR(struct node) nodes;
};

/* --- lines --- */

static bool is_noticed(const struct edge *e)
{
    return e->action.access_count || (e->action.kind != ACT_LOCAL && e->action.kind != ACT_ASSUME);
}

static void find_noticed(struct guide *g)
{
    vector_each(const struct waypoint *, w, &g->witness->waypoints)
        g->lines = w->line >= g->lines ? w->line + 1 : g->lines;
    g->noticed = NEW_ARRAY(bool, g->lines + 1);
    vector_each(const struct code *, c, &g->program->codes)
        vector_each(const struct edge *, e, &c->edges)
            if (e->action.pos.line < g->lines && is_noticed(e))
                g->noticed[e->action.pos.line] = true;
}

/* Files of a witness may have been elsewhere: names alone are compared. */
static bool same_name(const char *a, const char *b)
{
    const char *x = a ? strrchr(a, '/') : NULL, *y = b ? strrchr(b, '/') : NULL;
    return !a || !b || !strcmp(x ? x + 1 : a, y ? y + 1 : b);
}

static bool is_on(const struct waypoint *w, struct position pos) { return pos.line == w->line && same_name(w->file, pos.file); }

/* Whether a template may come by the line: it is in its code, or in a procedure. */
static bool comes_by(const struct guide *g, uint32_t code, const struct waypoint *w)
{
    for (uint32_t c = 0; c < g->program->codes.size; c++)
        if (c == code || c >= g->program->template_count)
            vector_each(const struct edge *, e, &g->program->codes.data[c].edges)
                if (is_on(w, e->action.pos))
                    return true;
    return false;
}

/* --- threads --- */

static const struct waypoint *waypoint_at(const struct guide *g, uint32_t i)
{
    return i < g->witness->waypoints.size ? &g->witness->waypoints.data[i] : NULL;
}

static bool is_bound(const struct guide *g, struct member m)
{
    for (uint32_t i = 0; i < g->threads; i++)
        if (g->bound[i].code == m.code && g->bound[i].instance == m.instance)
            return true;
    return false;
}

static bool fits(const struct guide *g, const struct waypoint *w, struct member m)
{
    assert(m.code < g->program->template_count);
    if (w->thread >= g->threads)
        return comes_by(g, m.code, w);
    struct member b = g->bound[w->thread];
    return b.code == NONE ? !is_bound(g, m) && comes_by(g, m.code, w) : b.code == m.code && b.instance == m.instance;
}

/* Whether the same thread's next waypoint is on the same line. */
static bool comes_back(const struct guide *g, const struct waypoint *w)
{
    for (uint32_t i = g->at.waypoint + 1; i < g->witness->waypoints.size; i++)
        if (waypoint_at(g, i)->thread == w->thread)
            return waypoint_at(g, i)->line == w->line;
    return false;
}

static bool somebody_else_is_in_atomic(const struct guide *g, struct member m)
{
    for (uint32_t c = 0; c < g->program->template_count; c++)
        for (uint32_t i = 0; i < machine_instances(g->machine, c); i++)
            if ((c != m.code || i != m.instance) && machine_in_atomic(g->machine, c, i))
                return true;
    return false;
}

/* --- options --- */

static void mention(struct input_choices *c, const struct action *a)
{
    choices_mention(c, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        choices_mention(c, a->updates[i].value);
        if (a->updates[i].index)
            choices_mention(c, a->updates[i].index);
    }
}

static bool is_possible(const struct guide *g, struct option *o)
{
    struct trace_step s = {.code = o->who.code, .instance = o->who.instance, .inputs = o->inputs, .input_count = o->input_count};
    expr guard = g->program->codes.data[o->in_code].edges.data[o->edge].action.guard;
    return machine_eval(g->machine, o->who.code, o->who.instance, guard, &s) != 0;
}

static void set_inputs(struct option *o, const struct input_choices *c, const uint64_t *value)
{
    o->input_count = 0;
    vector_each(const struct input_choice *, i, &c->sites)
        if (o->input_count < MOST_INPUTS)
            o->inputs[o->input_count++] =
                (struct trace_input){i->site, (value ? *value : i->values.data[i->at]) & width_mask(i->width)};
}

/* One edge with every input that comes to mind; the price goes up with each. */
static void add_edge(struct guide *g, option_vector *out, struct option o, uint32_t *price)
{
    const struct action *a = &g->program->codes.data[o.in_code].edges.data[o.edge].action;
    const struct waypoint *w = waypoint_at(g, g->at.waypoint);
    struct input_choices choices = {0};
    mention(&choices, a);
    choices_begin(&choices);
    uint32_t told = choices.sites.size && w && is_on(w, a->pos) ? w->value_count : 0;
    bool more = true;
    for (uint32_t tries = 0; more && tries < 8 + told; tries++) {
        set_inputs(&o, &choices, tries < told ? &w->values[tries] : NULL);
        o.price = *price;
        if (is_possible(g, &o)) {
            vector_push(out, o);
            (*price)++;
        }
        more = choices.sites.size && (tries < told || choices_next(&choices));
    }
    choices_free(&choices);
}

/* What an instance can do now, from this price on. */
static void add_steps(struct guide *g, option_vector *out, struct member m, uint32_t *price)
{
    uint32_t in = machine_code(g->machine, m.code, m.instance), at = machine_location(g->machine, m.code, m.instance);
    const struct code *c = &g->program->codes.data[in];
    struct option o = {.kind = OPTION_STEP, .who = m, .in_code = in, .edge = NONE, .price = *price};
    if (somebody_else_is_in_atomic(g, m))
        return;
    if (at == c->exit && machine_depth(g->machine, m.code, m.instance) > 1) {
        vector_push(out, o);
        (*price)++;
    }
    for (uint32_t k = out_begin(c, at); k < out_end(c, at); k++) {
        o.edge = c->out_edge.data[k];
        add_edge(g, out, o, price);
    }
}

static void add_members(struct guide *g, option_vector *out, const struct waypoint *w, bool fitting, uint32_t *price)
{
    for (uint32_t c = 0; c < g->program->template_count; c++)
        for (uint32_t i = 0; i < machine_instances(g->machine, c); i++) {
            struct member m = {c, i};
            if (fits(g, w, m) == fitting)
                add_steps(g, out, m, price);
        }
}

/* Whether the step is what the waypoint tells of: there may be nothing on the line that others notice. */
static bool is_meant(const struct guide *g, const struct waypoint *w, const struct edge *e, struct member m)
{
    return e && is_on(w, e->action.pos) && fits(g, w, m) && (is_noticed(e) || !g->noticed[w->line]);
}

/* What the thread that has done something on the line would do there besides, or where nobody notices it, up to the next waypoint. */
static void add_rest_of_line(struct guide *g, option_vector *out, const struct waypoint *w, uint32_t price)
{
    const struct waypoint *next = waypoint_at(g, g->at.waypoint + 1);
    uint32_t kept = out->size;
    add_steps(g, out, g->at.running, &price);
    for (uint32_t i = kept; i < out->size; i++) {
        const struct option *o = &out->data[i];
        const struct edge *e = o->edge == NONE ? NULL : &g->program->codes.data[o->in_code].edges.data[o->edge];
        bool here = !e || is_on(w, e->action.pos), then = next && is_meant(g, next, e, o->who);
        if (here || (!is_noticed(e) && !then))
            out->data[kept++] = *o;
    }
    out->size = kept;
}

/* Steps are worth their price from the cheapest on: a helper who is under way goes on for nothing. */
static void add_all_steps(struct guide *g, option_vector *out, const struct waypoint *w)
{
    uint32_t price = 0;
    bool helped = g->at.way && !fits(g, w, g->at.running);
    if (helped)
        add_steps(g, out, g->at.running, &price);
    uint32_t before = out->size;
    add_members(g, out, w, true, &price);
    if (out->size == before && !helped)
        price = 0; /* the thread is blocked: others have to move */
    add_members(g, out, w, false, &price);
}

static void add_options(struct guide *g, option_vector *out)
{
    const struct waypoint *w = waypoint_at(g, g->at.waypoint);
    struct option next = {.kind = OPTION_NEXT}, skip = {.kind = OPTION_SKIP, .price = SKIP_PRICE};
    if (!w || machine_halted(g->machine) || g->at.way > LONGEST_WAY)
        return;
    bool last = w->target || g->at.waypoint + 1 == g->witness->waypoints.size;
    if (g->at.matched && !last) {
        bool pauses = comes_back(g, w);
        uint32_t none = out->size;
        add_rest_of_line(g, out, w, pauses);
        next.price = out->size > none && !pauses;
        vector_push(out, next);
        return;
    }
    add_all_steps(g, out, w);
    if (!last)
        vector_push(out, skip);
}

/* --- the search --- */

static void apply(struct guide *g, const struct option *o)
{
    const struct waypoint *w = waypoint_at(g, g->at.waypoint);
    assert(w && g->at.spent + o->price <= g->limit);
    g->at.spent += o->price;
    if (o->kind != OPTION_STEP) {
        g->at.missed += o->kind == OPTION_SKIP;
        g->at.waypoint++;
        g->at.matched = false;
        g->at.way = 0;
        return;
    }
    struct trace_step *s = trace_add(g->trace, o->who.code, o->who.instance, o->in_code, o->edge);
    for (uint32_t i = 0; i < o->input_count; i++)
        trace_add_input(g->trace, s, o->inputs[i].site, o->inputs[i].value);
    const struct edge *e = o->edge == NONE ? NULL : &g->program->codes.data[o->in_code].edges.data[o->edge];
    bool there = is_meant(g, w, e, o->who);
    if (there && w->thread < g->threads)
        g->bound[w->thread] = o->who;
    g->at.matched |= there;
    g->at.running = o->who;
    g->at.way++;
    g->at.steps++;
    if (machine_step(g->machine, s) != STEP_DONE)
        g->at.way = LONGEST_WAY + 1; /* cannot be: leads nowhere */
    g->fuel--;
}

static void push_node(struct guide *g, option_vector *options)
{
    assert(options->size > 1 && g->trace->steps.size == g->at.steps);
    struct node n = {.at = g->at, .options = *options, .state = machine_save(g->machine), .next = 1};
    n.bound = NEW_ARRAY(struct member, g->threads + 1);
    memcpy(n.bound, g->bound, g->threads * sizeof *n.bound);
    vector_push(&g->nodes, n);
}

static void drop_node(struct guide *g)
{
    assert(g->nodes.size);
    struct node n = vector_pop(&g->nodes);
    machine_state_free(n.state);
    mem_free(n.bound);
    vector_free(&n.options);
}

/* To the newest state with an option that was not tried; false if there is none. */
static bool go_back(struct guide *g)
{
    while (g->nodes.size) {
        struct node *n = &vector_last(&g->nodes);
        if (n->next < n->options.size) {
            struct option o = n->options.data[n->next++];
            machine_restore(g->machine, n->state);
            memcpy(g->bound, n->bound, g->threads * sizeof *n->bound);
            g->at = n->at;
            g->trace->steps.size = n->at.steps;
            apply(g, &o);
            return true;
        }
        drop_node(g);
    }
    return false;
}

static bool violates(struct guide *g)
{
    if (g->at.waypoint < g->first_target)
        return false;
    vector_each(const struct check *, c, &g->program->checks)
        if (machine_violates(g->machine, c)) {
            g->trace->check = c->id;
            return true;
        }
    return false;
}

/* What costs the same stays in its order. */
static void sort_by_price(option_vector *v)
{
    for (uint32_t i = 1; i < v->size; i++)
        for (uint32_t j = i; j > 0 && v->data[j].price < v->data[j - 1].price; j--) {
            struct option o = v->data[j];
            v->data[j] = v->data[j - 1];
            v->data[j - 1] = o;
        }
}

/* One option after the other until a state violates a check, for at most this price. */
static bool search(struct guide *g)
{
    while (!violates(g)) {
        if (!g->fuel || ((g->fuel & 255) == 0 && budget_spent(g->budget) != LIMIT_NONE))
            return false;
        option_vector options = {0};
        add_options(g, &options);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < options.size; i++)
            if (g->at.spent + options.data[i].price <= g->limit)
                options.data[kept++] = options.data[i];
        options.size = kept;
        sort_by_price(&options);
        bool moved = kept > 0;
        struct option first = moved ? options.data[0] : (struct option){0};
        if (kept > 1)
            push_node(g, &options);
        else
            vector_free(&options);
        if (moved)
            apply(g, &first);
        else if (!go_back(g))
            return false;
    }
    return true;
}

/* What main's own numbers hold at first (how many arguments there are, above all), which no witness tells. */
static bool is_arbitrary_of_main(const struct cell *c)
{
    return c->owner == 0 && c->arbitrary && c->role == CELL_DATA && !cell_is_array(c);
}

static void begin_with(struct guide *g, uint64_t value)
{
    g->trace->initials.size = 0;
    vector_each(const struct cell *, c, &g->program->cells) {
        struct trace_initial x = {c->id, 0, 0, 0, value & width_mask(c->width)};
        if (!value || !is_arbitrary_of_main(c))
            continue;
        vector_push(&g->trace->initials, x);
        machine_set_initial(g->machine, &x);
    }
}

static void begin(struct guide *g, uint64_t initial)
{
    while (g->nodes.size)
        drop_node(g);
    machine_reset(g->machine);
    g->trace->steps.size = 0;
    g->at = (struct standing_at){0};
    begin_with(g, initial);
    for (uint32_t i = 0; i < g->threads; i++)
        g->bound[i] = (struct member){NONE, 0};
    if (g->threads)
        g->bound[0] = (struct member){0, 0};
}

/* The last place of the execution; of a race two of them. */
static uint32_t first_target(const struct witness *w, const struct program *p)
{
    uint32_t n = w->waypoints.size, i = 0;
    while (i < n && !w->waypoints.data[i].target)
        i++;
    bool pair = p->checks.size && p->checks.data[0].kind == CHECK_PAIR;
    return i + 1 == n && pair && i ? i - 1 : i;
}

struct trace *guide(const struct program *p, const struct witness *w, const struct budget *budget, uint32_t *missed)
{
    struct guide g = {.program = p, .witness = w, .budget = budget, .fuel = MOST_STEPS, .first_target = first_target(w, p)};
    vector_each(const struct waypoint *, x, &w->waypoints)
        if (x->thread < 1000 && x->thread >= g.threads)
            g.threads = x->thread + 1;
    uint32_t unbounded = g.threads > 2 ? g.threads - 1 : 2;
    g.machine = machine_new(p, unbounded);
    g.trace = trace_new(0);
    g.trace->unbounded = unbounded;
    g.bound = NEW_ARRAY(struct member, g.threads + 1);
    find_noticed(&g);
    bool found = false;
    uint64_t most = 0; /* initial value of what is arbitrary */
    vector_each(const struct cell *, c, &p->cells)
        most = is_arbitrary_of_main(c) ? MOST_INITIAL : most;
    for (g.limit = 0; g.limit <= DEAREST && !found && g.fuel && budget_spent(budget) == LIMIT_NONE; g.limit++) {
        for (uint64_t initial = 0; initial <= most && !found; initial++) {
            begin(&g, initial);
            found = search(&g);
        }
    }
    *missed = g.at.missed;
    assert(!found || g.trace->check < p->checks.size);
    while (g.nodes.size)
        drop_node(&g);
    vector_free(&g.nodes);
    machine_free(g.machine);
    mem_free(g.bound);
    mem_free(g.noticed);
    if (!found)
        trace_free(g.trace);
    return found ? g.trace : NULL;
}
