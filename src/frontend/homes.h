/* What the parts of outline_homes.c share: a class of homes, what is known of values, and following all ways through a function. */
#ifndef HEDDLE_FRONTEND_HOMES_H
#define HEDDLE_FRONTEND_HOMES_H

#include "frontend/outline_parts.h"

/* Homes are the parts of these objects, each so many bytes long, counted from origin; or the whole objects: stride 0. members: the objects on the heap whose memory has one of them as its home. */
struct home_class {
    struct bitset homes;
    uint64_t stride, origin;
    struct bitset members;
    struct bitset holders; /* objects in which addresses of members may stand: homes and members */
};

/* Of a value that may be an address in a home or in a member: the home of what it leads to. It cannot be one of these: nowhere. Memory that this thread alone knows, and that has no home yet: unsettled. Otherwise the home
 * is the part that begins so many bytes behind a sum (struct homes), or what the function is passed: of_parameters. */
enum home_term_kind { HOME_NOWHERE, HOME_UNSETTLED, HOME_AT, HOME_UNKNOWN };
enum { HOME_OF_PARAMETERS = UINT32_MAX };

struct home_term {
    uint32_t kind, sum;
    int64_t offset;
};

/* What all callers pass to a function: nothing but unsettled memory; or memory of one home; or anything. What it returns, where HOME_AT means that home; and whether it may settle what it is passed. */
enum home_passing { PASSES_UNSETTLED, PASSES_ONE_HOME, PASSES_ANY };

struct home_function {
    LLVMValueRef fn;
    bool known; /* all its callers are */
    uint8_t passed, returns;
    bool settles;
};

struct home_note {
    uint32_t class, sum, next; /* sum NONE: unsettled */
    int64_t offset;
};

/* What both reads find is taken to be the same. */
struct home_reading {
    uint32_t class;
    LLVMValueRef function, first, again;
};

struct homes {
    struct outliner *b;
    struct map first_read; /* home_reads.c: a read to the first of the same; functions to 1 if that is known of them */
    VECTOR(struct home_reading) readings;
    VECTOR(struct home_class) all;
    struct intern sums;     /* struct outline_sum */
    struct intern accesses; /* instruction and address */
    u32_vector first_note;  /* of each */
    VECTOR(struct home_note) notes;
    /* of the class that is looked at: */
    struct home_class *class;
    struct map touched; /* set of places to what it meets */
    VECTOR(struct home_function) functions;
    struct map function_of;
    struct bitset wrong; /* members that turn out to be none */
    bool changed;        /* something new is known of a function */
    bool is_over;        /* all members turn out to be none */
    bool notes_now;
};

/* outline_homes.c */
enum { MEETS_HOMES = 1, MEETS_MEMBERS = 2 };
unsigned homes_meets(struct homes *h, LLVMValueRef v); /* where it may lead */
bool homes_may_hold(struct homes *h, LLVMValueRef v);  /* there may be addresses of members where it leads */
void homes_refuse(struct homes *h, LLVMValueRef v);    /* what it leads to has no home */
void homes_note(struct homes *h, LLVMValueRef instruction, LLVMValueRef address, struct home_term t);
struct home_function *homes_function_of(struct homes *h, LLVMValueRef fn); /* NULL if nothing need be known of it */

/* home_places.c: the home that an address lies in, if it lies in any. */
struct home_term homes_around(struct homes *h, LLVMValueRef address);
bool homes_stay(struct homes *h, LLVMValueRef gep); /* an index that leads out of no part */

/* home_reads.c: a pointer that a function reads again where neither it nor what it calls writes: the first read of it, which is relied on; or itself. */
LLVMValueRef homes_first_read(struct homes *h, LLVMValueRef v);

/* home_paths.c */
bool homes_follow(struct homes *h, struct home_function *f); /* false if it is too large */

#endif
