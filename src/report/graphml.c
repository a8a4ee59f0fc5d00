/* Witnesses in GraphML 1.0. A violation is one path without branches: an edge a step, with its thread; createThread
 * stands on the creator's edge, the function that the new thread enters on the next. */
#include "base/log.h"
#include "base/options.h"
#include "base/printable.h"
#include "base/json_words.h"
#include "report/reports.h"
#include "report/witness_parts.h"
#include "report/witness_proof.h"

struct key {
    const char *id, *name, *type, *of;
};
static const struct key keys[] = {
    {"witness-type", "witness-type", "string", "graph"},
    {"sourcecodelang", "sourcecodelang", "string", "graph"},
    {"producer", "producer", "string", "graph"},
    {"specification", "specification", "string", "graph"},
    {"programfile", "programfile", "string", "graph"},
    {"programhash", "programhash", "string", "graph"},
    {"architecture", "architecture", "string", "graph"},
    {"creationtime", "creationtime", "string", "graph"},
    {"entry", "isEntryNode", "boolean", "node"},
    {"violation", "isViolationNode", "boolean", "node"},
    {"invariant", "invariant", "string", "node"},
    {"invariant.scope", "invariant.scope", "string", "node"},
    {"originfile", "originFileName", "string", "edge"},
    {"startline", "startline", "int", "edge"},
    {"endline", "endline", "int", "edge"},
    {"startoffset", "startoffset", "int", "edge"},
    {"threadId", "threadId", "string", "edge"},
    {"createThread", "createThread", "string", "edge"},
    {"enterFunction", "enterFunction", "string", "edge"},
    {"returnFromFunction", "returnFromFunction", "string", "edge"},
    {"assumption", "assumption", "string", "edge"},
    {"assumption.scope", "assumption.scope", "string", "edge"},
    {"assumption.resultfunction", "assumption.resultfunction", "string", "edge"},
};

struct writer {
    struct text *out;
    const struct report *report;
    struct sources sources;
    struct arena words;
};

static void data(struct writer *w, const char *key, const char *value)
{
    if (!value)
        return;
    text_printf(w->out, "   <data key=\"%s\">", key);
    text_append_markup(w->out, value, PRINTABLE_LINES);
    text_append(w->out, "</data>\n");
}

static void number(struct writer *w, const char *key, uint64_t value)
{
    data(w, key, arena_printf(&w->words, "%llu", (unsigned long long)value));
}

static void head(struct writer *w, const char *type)
{
    const struct report *r = w->report;
    text_append(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text_printf(w->out, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", keys[i].id, keys[i].name, keys[i].type,
                    keys[i].of);
        text_append(w->out, strcmp(keys[i].type, "boolean") ? "/>\n" : "><default>false</default></key>\n");
    }
    text_append(w->out, " <graph edgedefault=\"directed\">\n");
    data(w, "witness-type", type);
    data(w, "sourcecodelang", "C");
    data(w, "producer", "heddle " HEDDLE_VERSION);
    data(w, "specification", witness_specification(r));
    data(w, "programfile", r->file_count ? called_file(r->files[0]) : "");
    data(w, "programhash", witness_hash(r, 0, &w->words));
    data(w, "architecture", r->machine == 32 ? "32bit" : "64bit");
    data(w, "creationtime", witness_time(&w->words));
}

static void place(struct writer *w, struct position pos)
{
    if (!pos.line)
        return;
    if (pos.file && strcmp(pos.file, called_file(w->report->files[0])))
        data(w, "originfile", pos.file);
    number(w, "startline", pos.line);
    number(w, "endline", pos.line);
    const struct source_file *f = pos.file ? source_file(&w->sources, pos.file) : NULL;
    if (f && pos.line <= f->starts.size && pos.column)
        number(w, "startoffset", f->starts.data[pos.line - 1] + pos.column - 1);
}

static void edge(struct writer *w, uint32_t i, const struct witness_step *s)
{
    text_printf(w->out, "  <edge source=\"N%u\" target=\"N%u\">\n", i, i + 1);
    number(w, "threadId", s->thread);
    if (s->creates != NONE)
        number(w, "createThread", s->creates);
    place(w, s->pos);
    data(w, "enterFunction", s->enters);
    data(w, "returnFromFunction", s->leaves);
    if (s->nondet) {
        data(w, "assumption", arena_printf(&w->words, "\\result == %s;", s->value));
        data(w, "assumption.scope", s->pos.function);
        data(w, "assumption.resultfunction", s->nondet);
    } else if (s->assumed) {
        data(w, "assumption", arena_printf(&w->words, "%s;", s->assumed));
        data(w, "assumption.scope", s->pos.function);
    }
    text_append(w->out, "  </edge>\n");
}

static void node(struct writer *w, uint32_t i, const char *flag)
{
    text_printf(w->out, "  <node id=\"N%u\"%s>\n", i, flag ? "" : "/");
    if (flag) {
        data(w, flag, "true");
        text_append(w->out, "  </node>\n");
    }
}

static void violation(struct writer *w, const struct report_check *c)
{
    struct witness_steps s;
    witness_steps_make(&s, w->report, c, &w->sources);
    head(w, "violation_witness");
    node(w, 0, "entry");
    for (uint32_t i = 0; i < s.steps.size; i++) {
        node(w, i + 1, i + 1 == s.steps.size ? "violation" : NULL);
        edge(w, i, &s.steps.data[i]);
    }
    witness_steps_free(&s);
}

/* An automaton of one state: it has no place for what holds at some lines alone (the YAML format has). */
static void correctness(struct writer *w)
{
    struct witness_proof proof;
    witness_proof_make(&proof, w->report, &w->sources);
    head(w, "correctness_witness");
    text_append(w->out, "  <node id=\"N0\">\n");
    data(w, "entry", "true");
    data(w, "invariant", proof.always);
    text_append(w->out, "  </node>\n");
    witness_proof_free(&proof);
}

bool witness_graphml(struct text *out, const struct report *r)
{
    struct writer w = {.out = out, .report = r, .sources = {.inputs = r->files, .input_count = r->file_count}};
    if (r->answer == REPORT_OPEN)
        return false;
    if (r->answer == REPORT_VIOLATED)
        violation(&w, witness_check(r));
    else
        correctness(&w);
    text_append(out, " </graph>\n</graphml>\n");
    sources_free(&w.sources);
    arena_release(&w.words);
    return true;
}
