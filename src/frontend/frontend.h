/* C (or LLVM) files to a program: clang compiles them in a child process, the bitcode is read through LLVM-C, joined with the
 * models of library functions, inlined, and lowered to cells and guarded actions. Nothing of LLVM is seen outside this folder. */
#ifndef HEDDLE_FRONTEND_FRONTEND_H
#define HEDDLE_FRONTEND_FRONTEND_H

#include "base/bitset.h"
#include "base/clock.h"
#include "base/text.h"
#include "program/outline.h"

/* What clang made of the files, so that a program that is looked at twice is compiled once. All zero at first. */
struct compiled {
    VECTOR(struct text)
    bitcode[2];   /* by file, empty: not compiled yet; [1]: for a property that needs arithmetic (NEEDS_ARITHMETIC) */
    bool guarded; /* some property that will be asked for needs arithmetic: all take [1] */
    bool stopped; /* clang reached a limit */
};
void compiled_free(struct compiled *c);

enum undefined_behaviour {
    UNDEFINED_UNKNOWN, /* what C leaves undefined (an access outside its object, a division by zero) is an unsupported location;
                        * but reading an array outside its bounds gives an arbitrary value */
    UNDEFINED_STRICT,  /* so is that */
    UNDEFINED_ASSUME,  /* it is assumed not to happen */
};

enum leaks {
    LEAKS_NOT_ASKED,
    LEAKS_LOST, /* memory that nothing leads to when the program ends */
    LEAKS_LEFT, /* any memory that is not freed then */
    LEAKS_ONLY, /* the same, and other violations of the property memory do not count: they forbid TRUE */
};

/* What a program is cut to (cut.h): functions by name that become their effects, and pairs of lines whose accesses are asked about. */
struct frontend_cut {
    struct intern functions;
    struct intern lines; /* "file:line" */
    struct map pairs;    /* numbers of two lines, the smaller one first: a << 32 | b */
    bool coarse;         /* branches and loops become their effects, too (cut_stretches) */
    bool nothing;        /* nothing is cut: the program as it is, asked about these pairs alone */
    /* What was found: */
    struct bitset kept, hidden; /* lines of code that is still there; that was cut */
    const char *unproved;       /* why a proof for the cut program is none for the whole one; NULL if it is */
    u32_vector wanted;          /* functions (by their number above) that are better not cut for a proof */
};
uint32_t cut_line(const struct frontend_cut *c, const struct position *at); /* NONE if it is none of its lines */
const char *cut_function(const struct frontend_cut *c,
                         const char *reason); /* that an approximate location stands for; NULL if it is none */
void frontend_cut_free(struct frontend_cut *c);

struct frontend_options {
    const char *const *files; /* .c .i .bc .ll; several are linked */
    uint32_t file_count;
    const char *const *clang_arguments; /* -I -D ..., passed through */
    uint32_t clang_argument_count;
    const char *const *file_flags; /* "N:FLAG" is for files[N] alone, after the others */
    uint32_t file_flag_count;
    const char *const *entries; /* "f" or "f*": functions that are threads, if there is to be no main */
    uint32_t entry_count;
    const char *const *inits; /* functions that run before them */
    uint32_t init_count;
    const char *const *error_labels; /* reaching one is a failure */
    uint32_t error_label_count;
    bool m32;
    property_set properties; /* whose checks are made */
    property_set
        asked_for; /* for whose sake: more than these, where it is asked whether something that is not covered can be reached */
    bool condvars_signalled;
    bool malloc_may_fail;
    bool store_buffers;      /* --memory-model=tso */
    bool orders_of_language; /* --memory-model=c11 */
    enum undefined_behaviour undefined;
    bool defined;         /* none of that happens: it was proved with another property of this program */
    enum leaks leaks;     /* of the property memory */
    bool extern_havoc;    /* functions without body do anything to what they can reach, and no more */
    bool competition;     /* violations are counted as SV-COMP does (--rules) */
    bool volatile_atomic; /* volatile accesses are seq_cst atomic ones */
    bool executions; /* for the search for executions: exchanges that fail are steps of their own, races are pairs of accesses */
    bool reuse;      /* memory that is freed may come back; frontend_load finds out itself where that matters */
    bool only_uncovered;       /* property reach: the only checks are whether something that is not covered can be reached */
    const char *clang;         /* NULL: "clang-19" */
    struct budget limits;      /* of clang */
    struct compiled *compiled; /* or NULL: taken from there, and put there */
    struct frontend_cut *cut;  /* or NULL: the whole program */
    bool *stopped;             /* or NULL; set if clang reached a limit, so that the error says nothing about the file */
    bool *too_large;           /* or NULL; set if so much would have to be inlined that loading takes long: then it is not done */
};

/* The program, or NULL: then clang's own diagnostics went to standard error as they are, and *error is one line for the user
 * (kept in words). The program keeps a reference to exprs. */
struct program *frontend_load(const struct frontend_options *options, struct exprs *exprs, const char **error, struct arena *words);

/* The same program in outline, for the analysis of whole programs: nothing is inlined but small functions. */
struct outline *frontend_outline(const struct frontend_options *options, const char **error, struct arena *words);

#endif
