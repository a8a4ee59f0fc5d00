/* Witnesses in YAML. A violation is a sequence of segments with one waypoint each: function_enter where a thread is
 * created, function_return where an arbitrary value comes from, an assumption that always holds where a step is taken
 * (it fixes the order of steps of different threads), and the target. Waypoints of a program with threads carry
 * thread_id, as the draft of format 2.2 has it; two racing accesses are two targets in the last segment. */
#include "base/log.h"
#include "base/options.h"
#include "base/json_words.h"
#include "report/places.h"
#include "report/reports.h"
#include "report/witness_parts.h"
#include "report/witness_proof.h"

struct writer {
    struct text *out;
    const struct report *report;
    struct sources sources;
    struct arena words;
    const char *version;
    uint32_t entries;
};

/* In double quotes, as YAML and JSON have them in common. */
static const char *quoted(struct writer *w, const char *s)
{
    cJSON *o = json_string(s, &w->words);
    char *printed = cJSON_PrintUnformatted(o);
    const char *kept = arena_strdup(&w->words, printed);
    cJSON_free(printed);
    cJSON_Delete(o);
    return kept;
}

static void begin_entry(struct writer *w, const char *type)
{
    const struct report *r = w->report;
    text_printf(w->out, "- entry_type: \"%s\"\n  metadata:\n    format_version: \"%s\"\n", type, w->version);
    text_printf(w->out, "    uuid: \"%s\"\n", witness_uuid(r, w->entries++, &w->words));
    text_printf(w->out, "    creation_time: \"%s\"\n", witness_time(&w->words));
    text_append(w->out,
                "    producer:\n      name: \"heddle\"\n      version: \"" HEDDLE_VERSION "\"\n    task:\n      input_files:\n");
    for (uint32_t i = 0; i < r->file_count; i++)
        text_printf(w->out, "      - %s\n", quoted(w, called_file(r->files[i])));
    text_append(w->out, "      input_file_hashes:\n");
    for (uint32_t i = 0; i < r->file_count; i++)
        text_printf(w->out, "        %s: \"%s\"\n", quoted(w, called_file(r->files[i])), witness_hash(r, i, &w->words));
    text_printf(w->out, "      specification: %s\n", quoted(w, witness_specification(r)));
    text_printf(w->out, "      data_model: \"%s\"\n      language: \"C\"\n", r->machine == 32 ? "ILP32" : "LP64");
    text_append(w->out, "  content:");
}

static void location(struct writer *w, struct position pos, const char *indent)
{
    const char *file = pos.file ? pos.file : called_file(w->report->files[0]);
    text_printf(w->out, "%slocation:\n%s  file_name: %s\n%s  line: %u\n", indent, indent, quoted(w, file), indent,
                pos.line ? pos.line : 1);
    if (pos.column)
        text_printf(w->out, "%s  column: %u\n", indent, source_column(&w->sources, pos.file, pos.line, pos.column));
    if (pos.function)
        text_printf(w->out, "%s  function: %s\n", indent, quoted(w, pos.function));
}

static void waypoint(struct writer *w, const char *type, struct position pos, uint32_t thread, const char *constraint,
                     const char *format)
{
    text_printf(w->out, "    - waypoint:\n        type: \"%s\"\n        action: \"follow\"\n", type);
    if (thread != NONE)
        text_printf(w->out, "        thread_id: %u\n", thread);
    if (constraint)
        text_printf(w->out, "        constraint:\n          value: %s\n          format: \"%s\"\n", quoted(w, constraint), format);
    location(w, pos, "        ");
}

/* What a step has given to variables is assumed where the same thread goes on. */
static void assumed(struct writer *w, const struct witness_step *before, const struct witness_step *s, uint32_t thread)
{
    bool same = s->pos.line && before->thread == s->thread && before->pos.function && s->pos.function &&
                !strcmp(before->pos.function, s->pos.function);
    if (!before->assumed || !same)
        return;
    text_append(w->out, "  - segment:\n");
    waypoint(w, "assumption", place_of_statement(&w->sources, s->pos), thread, before->assumed, "c_expression");
}

static void step(struct writer *w, const struct witness_step *s, uint32_t thread)
{
    if (s->enters || s->leaves || !s->pos.line)
        return; /* a thread begins where it is created: that waypoint says it */
    text_append(w->out, "  - segment:\n");
    if (s->creates != NONE)
        waypoint(w, "function_enter", place_of_call_end(&w->sources, s->pos), thread, NULL, NULL);
    else if (s->nondet)
        waypoint(w, "function_return", place_of_call_end(&w->sources, s->call), thread,
                 arena_printf(&w->words, "\\result == %s", s->value), "ext_c_expression");
    else
        waypoint(w, "assumption", place_of_statement(&w->sources, s->pos), thread, "1", "c_expression");
}

static void violation(struct writer *w, const struct report_check *c)
{
    struct witness_steps s;
    witness_steps_make(&s, w->report, c, &w->sources);
    bool threads = s.threads > 1;
    w->version = threads ? "2.2" : "2.0";
    begin_entry(w, "violation_sequence");
    text_char(w->out, '\n');
    bool targets = false;
    vector_each(const struct witness_step *, x, &s.steps) {
        if (x > s.steps.data && !targets)
            assumed(w, x - 1, x, threads ? x->thread : NONE);
        if (!x->target) {
            step(w, x, threads ? x->thread : NONE);
            continue;
        }
        if (!targets)
            text_append(w->out, "  - segment:\n");
        targets = true;
        waypoint(w, "target", place_of_statement(&w->sources, x->pos), threads ? x->thread : NONE, NULL, NULL);
    }
    witness_steps_free(&s);
}

static void ghosts(struct writer *w, const struct witness_proof *proof)
{
    begin_entry(w, "ghost_instrumentation");
    text_append(w->out, "\n    ghost_variables:\n");
    vector_each(const struct witness_ghost *, g, &proof->ghosts)
        if (g->used)
            text_printf(w->out,
                        "    - name: \"%s\"\n      scope: \"global\"\n      type: \"int\"\n      initial:\n        "
                        "value: \"0\"\n"
                        "        format: \"c_expression\"\n",
                        g->name);
    text_append(w->out, "    ghost_updates:\n");
    vector_each(const struct witness_ghost *, g, &proof->ghosts)
        if (g->used)
            vector_each(const struct ghost_update *, u, &g->updates) {
                text_append(w->out, "    -\n");
                location(w, u->pos, "      ");
                text_printf(w->out,
                            "      updates:\n      - variable: \"%s\"\n        value: \"%s\"\n        format: "
                            "\"c_expression\"\n",
                            g->name, u->value);
            }
}

static void correctness(struct writer *w)
{
    struct witness_proof proof;
    bool used = false;
    witness_proof_make(&proof, w->report, &w->sources);
    vector_each(const struct witness_ghost *, g, &proof.ghosts)
        used |= g->used;
    w->version = used ? "2.1" : "2.0";
    if (used)
        ghosts(w, &proof);
    begin_entry(w, "invariant_set");
    text_append(w->out, proof.invariants.size ? "\n" : " []\n");
    vector_each(const struct witness_invariant *, i, &proof.invariants) {
        text_printf(w->out, "  - invariant:\n      type: \"%s_invariant\"\n", i->loop ? "loop" : "location");
        location(w, i->pos, "      ");
        text_printf(w->out, "      value: %s\n      format: \"c_expression\"\n", quoted(w, i->text));
    }
    witness_proof_free(&proof);
}

bool witness_yaml(struct text *out, const struct report *r)
{
    struct writer w = {.out = out, .report = r, .sources = {.inputs = r->files, .input_count = r->file_count}};
    if (r->answer == REPORT_OPEN)
        return false;
    if (r->answer == REPORT_VIOLATED)
        violation(&w, witness_check(r));
    else
        correctness(&w);
    sources_free(&w.sources);
    arena_release(&w.words);
    return true;
}
