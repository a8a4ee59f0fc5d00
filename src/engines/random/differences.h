/* Which characters a run has compared, and found different: what one was, and what it was compared with. Another run that has the one where this one had the other goes further, wherever the
 * character was copied to before it was looked at: of a text that is read as a whole, and compared with the program's own later, one character after the other
 * becomes right (C. Aschermann et al., "REDQUEEN: Fuzzing with Input-to-State Correspondence", NDSS 2019; here without colouring: any character that was so may be the one). */
#ifndef HEDDLE_ENGINES_RANDOM_DIFFERENCES_H
#define HEDDLE_ENGINES_RANDOM_DIFFERENCES_H

#include "execute/model.h"

enum { MOST_DIFFERENCES = 32 };

/* The last ones of a run. */
struct differences {
    struct difference {
        uint8_t was, with;
    } all[MOST_DIFFERENCES];
    uint32_t count; /* ever; the newest is number count - 1, each has its number modulo the most */
};

struct comparing; /* edges of a program that compare characters */

struct comparing *comparing_new(const struct model *m);
void comparing_free(struct comparing *c);

/* The edge has just been tried, and the machine's registers are as it left them: adds what it found different. */
void comparing_note(const struct comparing *c, const struct model *m, const struct model_edge *e, const uint64_t *state,
                    struct differences *out);

#endif
