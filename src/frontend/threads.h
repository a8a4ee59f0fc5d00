/* Which templates there are, how many instances each has, and the cells that stand for their starting and ending. */
#ifndef HEDDLE_FRONTEND_THREADS_H
#define HEDDLE_FRONTEND_THREADS_H

#include "frontend/cfg.h"
#include "frontend/pointsto.h"

struct unit { /* a template or a procedure; its number is its code's */
    LLVMValueRef function;
    bool is_template;
    struct cfg cfg;
    /* templates: */
    uint32_t instances, first_id;
    bool dynamic;                                    /* numbers are given at run time, through count */
    uint32_t started, done, argument, result, count; /* cells, or NONE */
};

struct site { /* a creation site that always gives the same number */
    LLVMValueRef call;
    uint32_t number;
};

struct threads {
    VECTOR(struct unit) units; /* templates first, main at 0 */
    uint32_t template_count;
    VECTOR(struct site) sites;
};

enum { UNBOUNDED_IDS = 1 << 20 }; /* ids that an unbounded template has */

/* Adds the codes and the cells to the program. */
void threads_find(struct front *f, struct pointsto *p, struct threads *t);
void threads_free(struct threads *t);
uint32_t threads_template(const struct threads *t, LLVMValueRef function);  /* NONE if it is none */
uint32_t threads_procedure(const struct threads *t, LLVMValueRef function); /* NONE if it is none */
uint32_t threads_unit(const struct threads *t, LLVMValueRef function);      /* where its body is lowered */
uint32_t threads_number(const struct threads *t, LLVMValueRef create);      /* of a site with a static number */

#endif
