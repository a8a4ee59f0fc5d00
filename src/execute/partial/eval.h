/* Evaluates expressions over partly known values. Where the value depends on something unknown that can be enumerated,
 * the evaluation stops and says what it needs; the caller supplies each possible value in turn and evaluates again.
 * Where there are too many possibilities the result is top: any value. */
#ifndef HEDDLE_EXECUTE_PARTIAL_EVAL_H
#define HEDDLE_EXECUTE_PARTIAL_EVAL_H

#include "execute/partial/model.h"
#include "program/trace.h"

enum need {
    NEED_NOTHING,
    NEED_UNIT,   /* need_what: unit of the sight */
    NEED_LOCAL,  /* need_what: place in the frame */
    NEED_INPUT,  /* need_what: site */
    NEED_CHOICE, /* the value of the next choice */
};

struct eval {
    struct partial_model *model;
    const struct sight *sight;
    uint32_t code;               /* whose frame */
    const struct action *action; /* that is evaluated, or NULL */
    const uint64_t *frame, *store;
    const struct trace_input *inputs;
    uint32_t input_count;
    uint32_t pieces;         /* bits: this input is any value between two constants that it is compared with, like the one given */
    const uint64_t *choices; /* supplied, in the order in which they were asked for */
    uint32_t choice_count, choice_next;
    bool top; /* of the last evaluation: any value */
    enum need need;
    uint32_t need_what;
    uint8_t need_width;
    uint32_t need_domain; /* index of the domain that has the values (unless it has all), or NONE: */
    uint32_t need_sort;   /* those of a sort of the model, or NONE: */
    uint32_t need_below;  /* the values are 0 .. need_below - 1; 0: any of the width */
    bool need_pieces;     /* values and pieces of input_pieces() */
};

void eval_begin(struct eval *v); /* forgets values and needs; choices are consumed from the first */

/* Undefined once need is set; then, or else if top is set, the value is 0. */
uint64_t eval_expr(struct eval *v, expr e);

/* Value for a cell that holds ids: thread ids become ID_NONE, ID_ME, ID_OTHER in relative models. */
uint64_t eval_value(struct eval *v, expr e, bool is_id);

/* Where an access at this index goes. */
enum slot_target { TARGET_NOWHERE, TARGET_SLOT, TARGET_OWN, TARGET_BLURRED };
enum slot_target eval_target(struct eval *v, uint32_t cell, expr index, uint32_t *slot);

bool expr_is_id(const struct partial_model *w, expr e); /* whether its value is a thread id, seen relatively */

#endif
