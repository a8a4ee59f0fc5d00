/* LLVM functions to codes. What the files lower*.c share.
 *
 * SSA values become expressions over local cells: a value that is a pure function of others is substituted where it is used (which
 * dominance makes right), a value that is read from memory, arbitrary, or chosen by a phi gets a cell of its own. */
#ifndef HEDDLE_FRONTEND_LOWER_H
#define HEDDLE_FRONTEND_LOWER_H

#include "frontend/regions.h"

struct lower {
    struct front *front;
    struct program *program;
    struct exprs *exprs;
    struct pointsto *pointsto;
    struct threads *threads;
    struct regions *regions;
    /* of the code that is being made: */
    uint32_t code;
    const struct unit *unit;
    bool as_template;     /* false: as a procedure */
    bool met_undef;       /* arbitrary values were put into expressions, not only into cells */
    struct map values;    /* value to expr; value and index to expr for pairs */
    struct map names;     /* value to const char * */
    struct map undefined; /* place to the number of stores that make it uninitialised */
    struct map location;  /* block to its first location */
    struct map depths;    /* block to the depth of atomic sections at its start */
    VECTOR(struct fact {
        expr condition;
        uint32_t next;
    })
    facts;                         /* what was required, chained by block */
    VECTOR(LLVMValueRef) restores; /* of the stack, in all units (lower_restore.c) */
    VECTOR(uint32_t) first_fact;   /* by block, into facts, or NONE */
    /* at the current point: */
    uint32_t block; /* in the unit's control flow, or NONE before it */
    bool ended;     /* nothing comes after */
    uint32_t here;  /* location */
    uint32_t depth; /* of atomic sections */
    expr pending;   /* guard of whatever comes next */
    struct position pos;
    enum action_kind section; /* what a note said the atomic section is */
};

void lower_module(struct front *f, struct pointsto *p);

/* lower_steps.c: locations and edges */
struct action new_action(struct lower *w, enum action_kind kind);
uint32_t new_location(struct lower *w, uint8_t flags);
void approximate(struct lower *w, struct action *a, uint8_t flags,
                 const char *reason);                         /* step to a location with these further flags */
void step(struct lower *w, struct action *a);                 /* to a fresh location */
void step_to(struct lower *w, uint32_t to, struct action *a); /* an edge from here; stays here */
void add_update(struct lower *w, struct action *a, uint32_t cell, expr index, expr value);
void add_access(struct lower *w, struct action *a, uint32_t cell, expr index, bool write, bool atomic); /* atomic: seq_cst */
void add_ordered(struct lower *w, struct action *a, uint32_t cell, expr index, bool write, enum memory_order order);
void assign(struct lower *w, LLVMValueRef v, expr value);                 /* a local step that gives v a cell */
void require(struct lower *w, expr condition, const char *reason);        /* what C leaves undefined otherwise */
void demand(struct lower *w, expr condition, const char *reason);         /* what heddle does not model otherwise */
void may_be_unsupported(struct lower *w, const char *reason, expr where); /* one of two ways on, where that holds */
/* A check fails unless the condition holds; if its property is not asked for, that is undefined. */
void check_that(struct lower *w, expr condition, enum property property, const char *text);
void check_asked(struct lower *w, expr condition, enum property property,
                 const char *text);                    /* it is asked for; also by --leaks=only */
bool is_fact(const struct lower *w, expr condition);   /* it was required before, on every way here */
void unsupported(struct lower *w, const char *reason); /* ends the path */
void uncovered(struct lower *w, const char *what);     /* the program may do more than what comes behind */
void fail(struct lower *w, enum property property, const char *text);
uint32_t local_cell(struct lower *w, const char *name, unsigned width);
uint32_t unique_cell(struct front *f, struct cell c);
expr fresh_input(struct lower *w, unsigned width);

/* lower_value.c */
unsigned value_width(const struct lower *w, LLVMTypeRef t); /* 0: no scalar of at most 64 bits */
expr value_of(struct lower *w, LLVMValueRef v);
void set_value(struct lower *w, LLVMValueRef v, expr e);
void set_part(struct lower *w, LLVMValueRef v, unsigned part, expr e); /* of a pair */
uint32_t cell_for(struct lower *w, LLVMValueRef v);                    /* the local cell that holds v from now on */
bool is_pure(LLVMValueRef instruction);
void check_pure(struct lower *w, LLVMValueRef instruction); /* unsupported if it has no value that an expression can be */
void unsupported_type(struct lower *w, LLVMTypeRef type);   /* a value of it is not modelled */
bool is_known(struct lower *w, LLVMValueRef constant);      /* neither the address of a label nor the like */
expr object_address(struct lower *w, uint32_t object);      /* of the running instance, first incarnation */

/* orders.c: the order of an atomic instruction, or of a volatile access if they count; plain if it has none */
enum memory_order access_order(const struct front *f, LLVMValueRef instruction);
enum memory_order failure_order(LLVMValueRef exchange); /* of a compare-and-swap that fails */
void lower_fence(struct lower *w, LLVMValueRef fence);

/* lower_memory.c */
void lower_access(struct lower *w, LLVMValueRef instruction);
/* Whether the address is one of the addresses of the place where an access of so many bytes fits. */
expr at_place(struct lower *w, expr address, const struct place *place, uint64_t bytes);
/* Whether the pointer may lead to memory that is there, but that heddle does not model; that of some instances is not, if their number is not bounded. */
bool leads_elsewhere(const struct lower *w, LLVMValueRef pointer, bool instances);
/* The store by which a variable becomes uninitialised, where it happens at most once: the cell is arbitrary from the start. */
bool is_first_undefined(struct lower *w, LLVMValueRef store);
void count_undefined(struct lower *w); /* once for each unit, before */

/* lower_alloc.c */
#define TOO_MANY_ALLOCATIONS LIMIT_REASON "more allocations at one place than addresses"
#define TOO_LARGE_ALLOCATION LIMIT_REASON "an allocation that is larger than any that heddle models"
expr given_address(struct lower *w, uint32_t object, expr number); /* of the block that is given to that instance */
void lower_alloc(struct lower *w, LLVMValueRef instruction, uint32_t object, expr count, uint64_t bytes); /* count * bytes */
void lower_size(struct lower *w, LLVMValueRef call); /* of the object that begins where the argument points to */
expr inside_length(struct lower *w, uint32_t object, expr address, uint64_t bytes); /* of an object of variable size */
expr offset_in(struct lower *w, const struct object *o, expr address); /* how far it lies behind the start of its incarnation */

/* lower_ranges.c: what library functions access, if races are asked for */
void lower_range(struct lower *w, LLVMValueRef call, bool write);        /* so many bytes */
void lower_free(struct lower *w, LLVMValueRef call);                     /* a whole object */
void lower_readable(struct lower *w, LLVMValueRef call, bool constants); /* whether there is a byte, in a constant or not */
void lower_is_argument(struct lower *w, LLVMValueRef call);              /* a text of argv */
void lower_is_given(struct lower *w, LLVMValueRef call);                 /* the same of arguments that are not read by digits */
void lower_is_lent(struct lower *w, LLVMValueRef call); /* whether a byte is in memory that models have made for the library */
void lower_is_text(struct lower *w, LLVMValueRef call); /* whether a byte is one that comes from outside */
void lower_shared(struct lower *w, LLVMValueRef call);  /* whether other threads may see it */
void lower_havoc(struct lower *w, LLVMValueRef call);   /* so many bytes hold any value from now on */
void demand_no_argument(struct lower *w, LLVMValueRef pointer, expr address); /* that is written to (argument_reads.h) */
void lower_format_has(struct lower *w, LLVMValueRef call); /* print_formats.c: whether a format has such a conversion */

/* lower_reach.c: all that is reached from the arguments is accessed */
void lower_reach(struct lower *w, LLVMValueRef call);

/* lower_again.c: a large local variable holds anything from here on, if it may have held something before (see undefine() in prepare.c) */
void lower_begin_again(struct lower *w, LLVMValueRef call);
void forget_contents(struct lower *w, uint32_t object, expr base); /* it holds anything from now on */

/* lower_lives.c: the property memory; what begins with check_ requires that it is asked for, but check_index and check_written */
bool asks_for_memory(const struct lower *w);
void find_mortal(struct lower *w);                             /* before anything is lowered */
void check_index(struct lower *w, LLVMValueRef getelementptr); /* it does not leave its object for another */
expr in_some_object(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes); /* that the pointer may lead to */
/* A pointer that goes byte by byte through an array that a structure begins with may be that of the structure: leaving the array for the rest of it is not undefined, and not modelled. */
void demand_in_array(struct lower *w, LLVMValueRef pointer, expr address, uint64_t bytes, expr inside);
void check_alive(struct lower *w, LLVMValueRef pointer, expr address);            /* the object there has not ended */
void check_written(struct lower *w, LLVMValueRef pointer, expr address);          /* it is no constant */
void check_range(struct lower *w, LLVMValueRef pointer, expr address, expr size); /* all of it can be accessed */
void check_overlap(struct lower *w, LLVMValueRef call);                           /* memory is not copied onto a part of itself */
void check_free(struct lower *w, LLVMValueRef pointer, expr address);             /* and it is freed */
void lower_lifetime(struct lower *w, LLVMValueRef call, bool ends);               /* of a local variable: a mark of LLVM's */

/* Of the incarnation at that address; requires that the object is mortal, and of a template. */
enum life_change { LEFT_ALONE, ASKED_ABOUT, ENDS, BEGINS }; /* ASKED_ABOUT: it may be the address of something else, too */
void change_life(struct lower *w, struct object *o, expr address, enum life_change change);

/* lower_rounds.c: local variables of loops, one round at a time. What is watched. */
void lower_watched(struct lower *w, LLVMValueRef variable);
void begin_round(struct lower *w, LLVMValueRef variable);
void end_rounds(struct lower *w, uint32_t object,
                struct action *exit);                       /* with the thread; requires that it is followed whether it has ended */
void check_compared(struct lower *w, LLVMValueRef pointer); /* that it does not lead to a round that is over */

/* lower_restore.c: memory on the stack that is allocated where it is needed, of templates */
bool has_known_cut(const struct lower *w,
                   const struct object *o);                     /* it is known where it ends before its thread does, if anywhere */
bool is_cut_off(const struct lower *w, const struct object *o); /* there is such a place */
void find_restores(struct lower *w);                            /* before these are asked */
void lower_restore(struct lower *w, LLVMValueRef restore);

uint32_t end_cell(struct lower *w, struct object *o); /* that says whether it has ended; requires that it is mortal */

/* lower_roots.c: how many blocks of a place that allocates global variables lead to, as far as they can be looked at. reached: objects that variables lead
 * to that outlive main, by the analysis of pointers. False: that is not known. */
struct led_to {
    expr blocks;  /* how many, in so many bits */
    expr unclear; /* whether there is an address one past the end of one */
};
bool globals_lead_to(struct lower *w, uint32_t object, const struct bitset *reached, unsigned width, struct led_to *found);

const struct region *pointer_region(const struct lower *w, uint32_t place,
                                    uint64_t width); /* NULL: it holds something else, or is not one variable */
bool may_lead_to(const struct lower *w, uint32_t node, const struct bitset *objects);
/* Into a cell: whether the block there, if there is one, has not been freed. */
expr is_alive(struct lower *w, struct object *o, expr inside, expr start);

/* lower_chains.c: adds to the values those that the blocks hold to which they lead, as far as these may lead to the object, and what comes behind
 * them. objects: those from which a way may lead there. Whether these are all of them; NULL if it is not tried. */
expr follow_chains(struct lower *w, const struct bitset *objects, u32_vector *values);

/* lower_leaks.c: memory that is not freed, if --leaks asks for it */
void count_allocation(struct lower *w, uint32_t object);
/* With the step by which the object ends, or begins again; ended: whether it had. */
void count_change(struct lower *w, struct object *o, struct action *a, bool begins, expr ended);
void check_end(struct lower *w, bool returns); /* of the program: main returns, or it ends in another way */
bool asks_for_lost_memory(const struct lower *w);
void check_leaks(struct lower *w, struct object *o);   /* where it is allocated; requires nothing */
void end_locals(struct lower *w, struct action *exit); /* with the thread */
void end_mains_locals(struct lower *w); /* where main returns, while other threads go on: those that have no end of their own */

bool has_several(const struct object *o); /* incarnations */
/* lower_alloc.c: a new cell that says something about the object, an element for each incarnation if there are several; own: the thread's that
 * makes the object. */
uint32_t object_cell(struct lower *w, const struct object *o, const char *what, uint8_t width, bool own);
/* In the object, with so many bytes behind it: anywhere, not just in its array. */
expr in_object(struct lower *w, uint32_t object, expr address, uint64_t bytes);
void objects_of(const struct lower *w, LLVMValueRef pointer, u32_vector *out); /* that it may lead to, each once */
/* A check of memory that says where an address lies, by what its pointer may lead to: a pointer that has left its object and come back forbids
 * TRUE, and is no violation. */
void check_place(struct lower *w, expr fine, expr address, uint64_t bytes, const char *words);
/* Reads into a cell whether the object at the address has ended, and changes that; false for what is not mortal. */
void look_at_any(struct lower *w, const u32_vector *objects, expr address, uint32_t was, enum life_change change);

/* lower_reuse.c: memory that is freed comes back */
void follow_reuse(struct lower *w,
                  LLVMValueRef instruction); /* what it compares is mortal if that can be told; before anything is lowered */
void check_reuse(struct lower *w, LLVMValueRef instruction);         /* before it is lowered */
void end_freed(struct lower *w, LLVMValueRef pointer, expr address); /* by free, if it is followed */
void lower_revive(struct lower *w, LLVMValueRef call);               /* by malloc, of what was freed */
void note_freed(struct lower *w);                                    /* before a free */
void note_given(struct lower *w);                                    /* behind an allocation */

/* lower_call.c */
void lower_call(struct lower *w, LLVMValueRef call);
expr argument(struct lower *w, LLVMValueRef call, unsigned k);
void lower_arbitrary(struct lower *w, LLVMValueRef v, const char *reason); /* v may be anything, since heddle does not compute it */
void lower_intrinsic(struct lower *w, LLVMValueRef call, const char *name); /* lower_intrinsic.c: "llvm...." */

/* lower_threads.c */
void lower_create(struct lower *w, LLVMValueRef call);
void lower_join(struct lower *w, LLVMValueRef call);
void lower_exit(struct lower *w, expr result); /* end of the thread */
void lower_halt(struct lower *w);

#endif
