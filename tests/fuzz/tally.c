/* Counting what engines find. */
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally_reference tally_known(struct tally *t, const struct verdict *reference)
{
    struct tally_reference r = {0};
    t->checks += reference->results.size;
    vector_each(const struct check_result *, c, &reference->results)
        vector_push(&r.answers, (uint8_t)c->answer);
    return r;
}

static unsigned number_of(const struct engine *engine)
{
    unsigned i = 0;
    while (engines[i] && engines[i] != engine)
        i++;
    return i;
}

static enum tally_kind kind_of(uint8_t answer)
{
    return answer == ANSWER_PROVED ? TALLY_PROVES : answer == ANSWER_VIOLATED ? TALLY_REFUTES : TALLY_SETTLES;
}

void tally_add(struct tally *t, const struct tally_reference *r, const struct engine *engine, const struct verdict *v)
{
    unsigned e = engine ? number_of(engine) : TALLY_ENGINES;
    for (uint32_t i = 0; e < TALLY_ENGINES && i < v->results.size; i++) {
        enum tally_kind kind = kind_of(r->answers.data[i]);
        bool same = v->results.data[i].answer == r->answers.data[i];
        t->engines[e][kind].asked++;
        t->engines[e][kind].found += kind == TALLY_SETTLES ? !same : same;
    }
}

bool tally_floor(struct tally *t, const char *text, enum tally_kind kind)
{
    const char *equals = strchr(text, '=');
    for (unsigned i = 0; equals && engines[i] && i < TALLY_ENGINES; i++)
        if (strlen(engines[i]->name) == (size_t)(equals - text) && !strncmp(engines[i]->name, text, (size_t)(equals - text))) {
            t->engines[i][kind].floor = strtoull(equals + 1, NULL, 10);
            return true;
        }
    return false;
}

bool tally_enough(const struct tally *t)
{
    static const char *const words[] = {"proves", "refutes", "settles"};
    bool all = true;
    for (unsigned i = 0; engines[i] && i < TALLY_ENGINES; i++)
        for (unsigned kind = 0; kind < TALLY_KINDS; kind++) {
            unsigned long long asked = t->engines[i][kind].asked, found = t->engines[i][kind].found;
            unsigned long long floor = t->engines[i][kind].floor;
            bool enough = !floor || (asked && found * 100 >= asked * floor);
            if (asked || floor)
                printf("%s %s %llu of %llu%s%s", engines[i]->name, words[kind], found, asked,
                       kind == TALLY_SETTLES ? " that exploration leaves open" : "", enough ? "\n" : ": ");
            if (!enough)
                printf("too few, at least %llu %% should be found\n", floor);
            all &= enough;
        }
    return all;
}
