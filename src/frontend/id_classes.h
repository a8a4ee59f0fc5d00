/* Where the ids of threads, and keys of thread-specific values, get to, by what is copied to where (B. Steensgaard, "Points-to analysis in almost linear time", POPL 1996): values between which something is copied are one class, and what they lead to is one
 * class, too. Members of structures are told apart by their types. It is looked at before anything is inlined, in the user's own functions. */
#ifndef HEDDLE_FRONTEND_ID_CLASSES_H
#define HEDDLE_FRONTEND_ID_CLASSES_H

#include "frontend/front.h"

enum { LEAST_BITS = 16 /* what is cut to fewer is a number */, KEY_BITS = 32 };

struct value_class {
    uint32_t parent;  /* itself: it stands for the class */
    uint32_t content; /* what is in memory that these lead to; NONE: nobody has looked */
    unsigned width;   /* bits of the widest number in it */
    bool id, is_key,
        is_plain; /* is_key: an id, of thread-specific values; is_plain: numbers are in there that were accessed as no member of a structure */
};

/* A pointer that leads to a structure. */
struct typed {
    uint32_t number;
    LLVMTypeRef type;
};

/* A number that is another one, made longer or shorter. */
struct cast {
    LLVMValueRef from, to;
};

struct ids {
    struct front *front;
    struct map number_of; /* values; members of structures; results of functions (the address and 1) */
    VECTOR(struct value_class) all;
    VECTOR(struct typed) typed;
    VECTOR(struct cast) casts;
    VECTOR(LLVMValueRef) called_by_pointer;
    uint32_t results, specific;  /* what threads return; what they keep by keys */
    bool compared, keys_deleted; /* ids of threads, by ==; keys come again then */
};

typedef void ids_visit(struct ids *, LLVMValueRef instruction);

void ids_follow(struct ids *s);
void ids_free(struct ids *s);

/* The class of a value; NONE: it is a constant of no interest. */
uint32_t ids_class(struct ids *s, LLVMValueRef v);
/* Of what is in memory that the values of a class lead to. */
uint32_t ids_content(struct ids *s, uint32_t number);
struct value_class *ids_at(struct ids *s, uint32_t number);
bool ids_has(struct ids *s, LLVMValueRef v); /* whether it may be an id */
bool ids_has_key(struct ids *s, LLVMValueRef v);
unsigned ids_width(LLVMTypeRef type); /* of numbers; 0: it is none */
void ids_each_instruction(struct ids *s, ids_visit *visit);

/* The class of a member of structures of a type, by its key; that two are one. */
uint32_t ids_of_key(struct ids *s, uint64_t key);
uint64_t ids_member_key(LLVMTypeRef type, unsigned number);
void ids_unite(struct ids *s, uint32_t a, uint32_t b);
bool ids_may_be(LLVMTypeRef type);
void ids_follow_structures(struct ids *s);

#endif
