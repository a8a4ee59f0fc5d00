/* What the two files of the generator of sequential programs share. */
#ifndef HEDDLE_TESTS_FUZZ_SEQUENTIAL_H
#define HEDDLE_TESTS_FUZZ_SEQUENTIAL_H

#include "generate.h"
#include "writer.h"

enum { GLOBALS = 8, LOCALS = 4 };

struct gen {
    struct writer w;
    unsigned depth, loops, function;
    unsigned features; /* of generate_memory.c */
    bool careless;     /* accesses may lie outside their object */
};

unsigned bound(struct gen *g, unsigned right, unsigned wrong); /* right; wrong now and then in a careless program */
void expression(struct gen *g, struct text *t, unsigned depth);

/* generate_memory.c: heap, lists, views of bytes, copies, tables of functions, arrays of variable length, recursion. Each program has
 * some of them. */
void memory_begin(struct gen *g);                                  /* declarations; chooses the features */
void memory_start(struct gen *g);                                  /* at the start of main */
void memory_end(struct gen *g);                                    /* adds what there is to the result */
bool memory_lvalue(struct gen *g, struct text *t, unsigned depth); /* false: the program has none */
bool memory_statement(struct gen *g);

#endif
