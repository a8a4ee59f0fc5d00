#include "report/report.h"

#include <assert.h>

uint32_t report_count(const struct report *r, enum report_answer answer)
{
    uint32_t n = 0;
    vector_each(const struct report_check *, c, &r->checks)
        n += c->answer == answer;
    return n;
}

const char *report_answer_name(enum report_answer answer)
{
    assert(answer <= REPORT_VIOLATED);
    static const char *const names[] = {"open", "proved", "violated"};
    return names[answer];
}

void report_say(struct text *out, const struct report_check *c)
{
    assert(c->answer != REPORT_PROVED);
    const char *can = property_rows[c->check->property].can, *text = c->check->text;
    if (c->answer == REPORT_OPEN)
        text_printf(out, "%s%s is open", can ? "" : "whether ", text);
    else if (can)
        text_printf(out, "%s can %s", text, can);
    else
        text_printf(out, "it can happen that %s", text);
}

void report_claim(struct text *out, const struct report_check *c)
{
    const char *text = c->check->text;
    if (c->answer == REPORT_PROVED && property_rows[c->check->property].absent)
        text_printf(out, "no %s", text + (starts_with(text, "a ") ? 2 : 0));
    else
        text_append(out, text);
}

const char *report_evidence_name(enum report_evidence evidence)
{
    static const char *const names[] = {"by argument", "by proof", "exhaustively"};
    return names[evidence];
}

const char *report_verdict_name(enum report_answer answer)
{
    static const char *const names[] = {"UNKNOWN", "TRUE", "FALSE"};
    return names[answer];
}

const char *report_reason(const struct report *r) { return r->reason ? r->reason : "no engine could decide"; }

void report_last_lines(struct text *out, const struct report *r)
{
    text_printf(out, "checks: %u proved, %u violated, %u open\n", report_count(r, REPORT_PROVED), report_count(r, REPORT_VIOLATED),
                report_count(r, REPORT_OPEN));
    text_printf(out, "VERDICT: %s", report_verdict_name(r->answer));
    if (r->answer == REPORT_OPEN)
        text_printf(out, " (%s)", report_reason(r));
    text_char(out, '\n');
}
