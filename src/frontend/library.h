/* What functions of the C library do (library.def), as bodies for those that the program calls and nobody defines. */
#ifndef HEDDLE_FRONTEND_LIBRARY_H
#define HEDDLE_FRONTEND_LIBRARY_H

#include <stdbool.h>

struct front;

#define WITHOUT_BODY "heddle-without-body" /* attribute of functions of which nothing is known */

struct library_row {
    const char *name, *parameters;
    char result;
    const char *states; /* NULL, or what it reads and writes of its own without a lock */
};

struct library_state {
    char name[32];
    bool is_only_read, only_without_pointer, may_have_lock, has_lock;
};

struct library_parameter {
    char letter;        /* 'v' for those that the row does not speak of */
    unsigned size[2];   /* parameters whose product is the number of bytes, from 1; 0 if there is none */
    bool is_open_ended; /* an array of which that is not known */
    unsigned least[2];  /* so many bytes at least, with 32 and 64 bits, if there is no size */
};

const struct library_row *library_find(const char *function); /* NULL if there is no row */
struct library_parameter library_parameter(const struct library_row *row, unsigned k);
bool library_state(const struct library_row *row, unsigned k, struct library_state *out); /* the k-th; false if there are less */
unsigned library_parameters(const struct library_row *row);                               /* how many, without those behind them */
int library_error(const struct library_row *row);    /* that a call may always give, as in Linux; 0: none */
char library_further(const struct library_row *row); /* '*', '&', '%', or 0: what becomes of arguments behind the parameters */

bool has_counting_format(struct front *f); /* the program has a format of printf with %n */

/* For an outline: gives a body to every function that is declared only: what its row says; without a row, that it may read, write and keep
 * what it is given, and call it back. Such a body shows accesses and addresses, no values. */
void write_library_bodies(struct front *f);

/* For a program: gives a body to every function that is declared only and has a row. What it writes and returns is any value; accesses are
 * those of the row (models/library.c). */
void write_library_models(struct front *f);

#endif
