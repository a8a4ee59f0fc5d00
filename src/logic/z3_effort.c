#include "logic/z3_effort.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* As measured, within a factor of two: a million of Z3's units take a sixth of a second; a question, however small, 130 microseconds. */
enum { UNITS_OF_STEP = 2, STEPS_OF_QUESTION = 400, QUESTIONS_BETWEEN = 8 };
/* A question that takes so many times longer than it should is on a busy machine; nearer to the deadline the clock is watched too.
 * (Not always, for a watch is a thread.) */
enum { BUSY = 16 };

/* (Of the context, for Spacer has no such parameter of its own.) */
void z3_limit_effort(Z3_context z, uint64_t steps)
{
    uint64_t units = steps < UINT_MAX / UNITS_OF_STEP ? steps * UNITS_OF_STEP : UINT_MAX - 1;
    char words[32];
    snprintf(words, sizeof words, "%llu", (unsigned long long)(units ? units : 1)); /* 0 would be no limit */
    Z3_update_param_value(z, "rlimit", words);
}

void z3_limit_time(Z3_context z, Z3_params p, uint64_t steps, const struct budget *budget)
{
    double left = budget_left(budget), most = BUSY * (double)steps / STEPS_OF_SECOND;
    unsigned milliseconds = left <= 0 ? 1 : left < most ? (unsigned)(left * 1000) + 1 : UINT_MAX;
    Z3_params_set_uint(z, p, Z3_mk_string_symbol(z, "timeout"), milliseconds);
}

bool z3_asked(struct z3_meter *m)
{
    effort_spend(STEPS_OF_QUESTION);
    return ++m->questions % QUESTIONS_BETWEEN == 0;
}

static bool is_count(Z3_context z, Z3_stats s, unsigned i)
{
    return i < Z3_stats_size(z, s) && Z3_stats_is_uint(z, s, i) && !strcmp(Z3_stats_get_key(z, s, i), "rlimit count");
}

void z3_spend(Z3_context z, Z3_stats s, struct z3_meter *m)
{
    Z3_stats_inc_ref(z, s);
    unsigned size = Z3_stats_size(z, s), i = m->index;
    if (!is_count(z, s, i))
        for (i = 0; i < size && !is_count(z, s, i); i++)
            continue;
    uint64_t now = i < size ? Z3_stats_get_uint_value(z, s, i) : m->counted;
    m->index = i;
    Z3_stats_dec_ref(z, s);
    effort_spend((now > m->counted ? now - m->counted : 0) / UNITS_OF_STEP);
    m->counted = now;
}
