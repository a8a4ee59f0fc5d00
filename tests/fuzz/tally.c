/* Counting what engines find. */
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally_reference tally_known(struct tally *t, const struct verdict *reference)
{
    struct tally_reference r = {0};
    vector_each(const struct check_result *, c, &reference->results) {
        vector_push(&r.answers, (uint8_t)c->answer);
        t->hold += c->answer == ANSWER_PROVED;
        t->violated += c->answer == ANSWER_VIOLATED;
    }
    return r;
}

static unsigned number_of(const struct engine *engine)
{
    unsigned i = 0;
    while (engines[i] && engines[i] != engine)
        i++;
    return i;
}

void tally_add(struct tally *t, const struct tally_reference *r, const struct engine *engine, const struct verdict *v)
{
    unsigned e = engine ? number_of(engine) : TALLY_ENGINES;
    for (uint32_t i = 0; e < TALLY_ENGINES && i < v->results.size; i++) {
        bool same = v->results.data[i].answer == r->answers.data[i];
        t->engines[e].asked_hold += r->answers.data[i] == ANSWER_PROVED;
        t->engines[e].asked_violated += r->answers.data[i] == ANSWER_VIOLATED;
        t->engines[e].proved += same && r->answers.data[i] == ANSWER_PROVED;
        t->engines[e].refuted += same && r->answers.data[i] == ANSWER_VIOLATED;
    }
}

bool tally_floor(struct tally *t, const char *text, bool refutes)
{
    const char *equals = strchr(text, '=');
    for (unsigned i = 0; equals && engines[i] && i < TALLY_ENGINES; i++)
        if (strlen(engines[i]->name) == (size_t)(equals - text) && !strncmp(engines[i]->name, text, (size_t)(equals - text))) {
            *(refutes ? &t->engines[i].refute_floor : &t->engines[i].prove_floor) = strtoull(equals + 1, NULL, 10);
            return true;
        }
    return false;
}

bool tally_enough(const struct tally *t)
{
    bool all = true;
    for (unsigned i = 0; engines[i] && i < TALLY_ENGINES; i++) {
        unsigned long long hold = t->engines[i].asked_hold, violated = t->engines[i].asked_violated;
        unsigned long long proved = t->engines[i].proved, refuted = t->engines[i].refuted;
        unsigned long long least = t->engines[i].prove_floor, least_refuted = t->engines[i].refute_floor;
        if (hold + violated)
            printf("%s: proves %llu of %llu, refutes %llu of %llu\n", engines[i]->name, proved, hold, refuted, violated);
        bool enough = proved * 100 >= hold * least && refuted * 100 >= violated * least_refuted;
        bool asked = (hold || !least) && (violated || !least_refuted);
        if (!enough || !asked)
            printf("%s finds too little: at least %llu %% proved and %llu %% refuted are expected\n", engines[i]->name, least,
                   least_refuted);
        all &= enough && asked;
    }
    return all;
}
