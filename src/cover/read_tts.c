/* Thread-transition systems, the format of the thesis (5.2, Figs. 30 and 31) with bfc's additions:
 *     S L                            numbers of shared and of local states
 *     s l -> s' l'   a ~> b ...      a thread moves; passive threads in a go to b (several b: each thread chooses)
 *     s l +> s' l'   a ~> b ...      the thread stays, a new one starts in l'
 *     s l ~> s' l'   a ~> b ...      no active thread: the shared state changes, all threads in l go to l'
 *     s|l,l,...                      the target
 * Comments run from # to the end of the line; "#init STATE" and "#target STATE" at the start of a line count. */
#include "cover/input.h"
#include "cover/read.h"

#include <errno.h>
#include <string.h>

struct reader {
    struct input in;
    struct system *s;
    bool has_init, has_target;   /* from the command line */
    bool file_init, file_target; /* from the file */
};

typedef VECTOR(struct token) token_vector;
typedef VECTOR(struct move) move_vector;

static bool local_list(struct reader *r, token_vector *out)
{
    do {
        uint32_t l;
        if (!input_number(&r->in, "a local state", r->s->places, &l))
            return false;
        vector_push(out, ((struct token){l, 1}));
    } while (input_take(&r->in, ","));
    return true;
}

static bool digit_next(struct input *in)
{
    input_skip_blanks(in);
    return in->at < in->end && *in->at >= '0' && *in->at <= '9';
}

/* s | l,l,... / l,...   Both lists may be empty or absent. */
static bool state(struct reader *r, uint32_t *control, token_vector *exact, token_vector *any)
{
    if (!input_number(&r->in, "a shared state", r->s->controls, control))
        return false;
    bool bar = input_take(&r->in, "|");
    if (bar && digit_next(&r->in) && !local_list(r, exact))
        return false;
    if (any && input_take(&r->in, "/")) {
        if (digit_next(&r->in) && !local_list(r, any))
            return false;
    } else if (!bar) {
        return input_expected(&r->in, any ? "'|' or '/'" : "'|'");
    }
    return true;
}

static bool end_of_state(struct reader *r)
{
    input_skip_blanks(&r->in);
    if (r->in.at < r->in.end && !strchr("\r\n#;", *r->in.at))
        return input_expected(&r->in, "the end of the state");
    return true;
}

/* Sorted, and each place once. */
static struct token *keep(struct system *s, const token_vector *v, uint32_t *n)
{
    struct token *t = ARENA_ARRAY(&s->arena, struct token, v->size + 1);
    *n = 0;
    for (uint32_t i = 0; i < v->size; i++) {
        uint32_t k = 0;
        while (k < *n && t[k].place < v->data[i].place)
            k++;
        if (k < *n && t[k].place == v->data[i].place) {
            t[k].count++;
            continue;
        }
        memmove(t + k + 1, t + k, (*n - k) * sizeof *t);
        t[k] = v->data[i];
        ++*n;
    }
    return t;
}

static bool read_init(struct reader *r)
{
    struct system *s = r->s;
    token_vector exact = {0}, any = {0};
    bool ok = state(r, &s->init_control, &exact, &any) && end_of_state(r);
    if (ok) {
        s->init = keep(s, &exact, &s->inits);
        memset(s->init_unbounded, 0, s->places * sizeof *s->init_unbounded);
        vector_each(struct token *, t, &any)
            s->init_unbounded[t->place] = true;
    }
    vector_free(&exact);
    vector_free(&any);
    return ok;
}

static bool read_target(struct reader *r)
{
    struct target t = {0};
    token_vector tokens = {0};
    bool ok = state(r, &t.control, &tokens, NULL) && end_of_state(r);
    if (ok) {
        t.tokens = keep(r->s, &tokens, &t.size);
        vector_push(&r->s->targets, t);
    }
    vector_free(&tokens);
    return ok;
}

static bool passive_moves(struct reader *r, move_vector *out)
{
    while (digit_next(&r->in)) {
        struct move m;
        if (!input_number(&r->in, "a local state", r->s->places, &m.from))
            return false;
        if (!input_take(&r->in, "~>") && !input_take(&r->in, "->"))
            return input_expected(&r->in, "'~>'");
        if (!input_number(&r->in, "a local state", r->s->places, &m.to))
            return false;
        vector_push(out, m);
    }
    return true;
}

static bool transition(struct reader *r, uint32_t from)
{
    struct system *s = r->s;
    struct rule rule = {.from = from, .line = r->in.line, .first = NOWHERE, .second = NOWHERE};
    uint32_t l, l2;
    if (!input_number(&r->in, "a local state", s->places, &l))
        return false;
    char kind = input_take(&r->in, "->") ? '-' : input_take(&r->in, "+>") ? '+' : input_take(&r->in, "~>") ? '~' : 0;
    if (!kind)
        return input_expected(&r->in, "'->', '+>' or '~>'");
    if (!input_number(&r->in, "a shared state", s->controls, &rule.to) || !input_number(&r->in, "a local state", s->places, &l2))
        return false;
    rule.take = ARENA_ARRAY(&s->arena, struct token, 1);
    rule.give = ARENA_ARRAY(&s->arena, struct change, 2);
    move_vector moves = {0};
    if (kind == '~')
        vector_push(&moves, ((struct move){l, l2}));
    else {
        rule.take[rule.takes++] = (struct token){l, 1};
        rule.give[rule.gives++] = (struct change){l2, 1};
    }
    if (kind == '+')
        rule.give[rule.gives++] = (struct change){l, 1};
    bool ok = passive_moves(r, &moves);
    input_skip_blanks(&r->in);
    if (ok && r->in.at < r->in.end && !strchr("\r\n#", *r->in.at))
        ok = input_expected(&r->in, "a passive update or the end of the line");
    if (ok) {
        rule.moves = ARENA_ARRAY(&s->arena, struct move, moves.size);
        rule.moves_count = moves.size;
        if (moves.size)
            memcpy(rule.moves, moves.data, moves.size * sizeof *moves.data);
        system_add_rule(s, rule);
    }
    vector_free(&moves);
    return ok;
}

/* One line after the header: a comment, a target, or a transition. */
static bool line(struct reader *r)
{
    struct input *in = &r->in;
    if (*in->at == '#') {
        if (starts_with(in->at, "#init") && (in->at[5] == ' ' || in->at[5] == '\t')) {
            in->at += 5;
            r->file_init = true;
            return r->has_init || read_init(r);
        }
        if (starts_with(in->at, "#target") && (in->at[7] == ' ' || in->at[7] == '\t')) {
            in->at += 7;
            r->file_target = true;
            return r->has_target || read_target(r);
        }
        return true;
    }
    const char *start = in->at;
    uint32_t from;
    if (!input_number(in, "a shared state", r->s->controls, &from))
        return false;
    if (input_take(in, "|")) {
        in->at = start;
        r->file_target = true;
        return r->has_target || read_target(r);
    }
    return transition(r, from);
}

static void next_line(struct input *in)
{
    while (in->at < in->end && *in->at != '\n')
        in->at++;
    if (in->at < in->end)
        in->at++, in->line++;
}

static bool blank(struct input *in)
{
    input_skip_blanks(in);
    return in->at >= in->end || *in->at == '\n' || *in->at == '\r';
}

/* The comments may come before the two numbers, so the numbers are read in a pass of their own. */
static bool header(struct reader *r)
{
    struct input *in = &r->in;
    while (in->at < in->end && (blank(in) || *in->at == '#'))
        next_line(in);
    struct system *s = r->s;
    if (!input_number(in, "the number of shared states", STATES_MAX + 1, &s->controls) ||
        !input_number(in, "the number of local states", STATES_MAX + 1, &s->places))
        return false;
    if (!s->controls || !s->places)
        return input_fail(in, "expected at least one shared and one local state");
    if (!blank(in) && *in->at != '#')
        return input_expected(in, "the end of the line");
    s->init_unbounded = ARENA_ARRAY(&s->arena, bool, s->places);
    return true;
}

static bool lines(struct reader *r, const char *start, uint32_t header_line)
{
    struct input *in = &r->in;
    in->at = start, in->line = 1;
    for (; in->at < in->end; next_line(in))
        if (in->line != header_line && !blank(in) && !line(r))
            return false;
    return true;
}

/* A state given on the command line or in a .prop file. */
static bool states_from(struct reader *r, const char *name, const char *text, bool init)
{
    r->in = (struct input){.name = name, .at = text, .end = text + strlen(text), .line = 1};
    for (;;) {
        input_skip_space(&r->in);
        if (!init && input_take(&r->in, ";"))
            continue;
        if (r->in.at >= r->in.end)
            return true;
        if (init ? !read_init(r) : !read_target(r))
            return false;
        if (init && (input_skip_space(&r->in), r->in.at < r->in.end))
            return input_expected(&r->in, "one initial state");
    }
}

static enum read_result properties(struct reader *r, const char *path, const char *init, const char *target)
{
    if (init && !states_from(r, "--init", init, true))
        return READ_USAGE;
    if (target && (!states_from(r, "--target", target, false) || !r->s->targets.size)) {
        input_expected(&r->in, "a target state");
        return READ_USAGE;
    }
    if (!r->has_target && !r->file_target) {
        struct text prop = {0}, content = {0};
        text_append_bytes(&prop, path, ends_with(path, ".tts") ? strlen(path) - 4 : strlen(path));
        text_append(&prop, ".prop");
        bool ok = text_read_file(&content, prop.data);
        enum read_result result = READ_OK;
        if (ok && !states_from(r, prop.data, text_string(&content), false))
            result = READ_BAD;
        else if (!r->s->targets.size) {
            r->in.name = path;
            input_fail(&r->in, "expected a target state: --target, a #target comment or %s", prop.data);
            result = READ_USAGE;
        }
        text_free(&prop);
        text_free(&content);
        if (result != READ_OK)
            return result;
    }
    if (!r->has_init && !r->file_init) {
        r->in.name = path;
        input_fail(&r->in, "expected an initial state: --init or an #init comment");
        return READ_USAGE;
    }
    return READ_OK;
}

enum read_result read_tts(struct system *s, const char *path, const char *init, const char *target, struct text *error)
{
    *s = (struct system){0};
    struct text content = {0};
    struct reader r = {.s = s, .has_init = init, .has_target = target};
    enum read_result result = READ_BAD;
    if (!text_read_file(&content, path)) {
        text_printf(error, "cannot read %s: %s", path, file_problem(path) ? file_problem(path) : strerror(errno));
        text_free(&content);
        return READ_BAD;
    }
    const char *start = text_string(&content);
    r.in = (struct input){.name = path, .at = start, .end = start + content.size, .line = 1};
    if (header(&r) && lines(&r, start, r.in.line))
        result = properties(&r, path, init, target);
    if (result != READ_OK) {
        text_append(error, text_string(&r.in.error));
        system_free(s);
    }
    text_free(&r.in.error);
    text_free(&content);
    return result;
}

enum read_result read_system(struct system *s, const char *path, const char *init, const char *target, struct text *error)
{
    if (!ends_with(path, ".spec"))
        return read_tts(s, path, init, target, error);
    if (init || target) {
        *s = (struct system){0};
        text_printf(error, "%s: a .spec has its own initial and target states", path);
        return READ_USAGE;
    }
    return read_spec(s, path, error);
}
