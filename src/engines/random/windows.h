/* Where an interruption may do harm: locations shortly after a thread has read a shared variable and shortly before it writes that variable, on what it has read. Whoever
 * comes between finds, or makes, a world that the thread does not expect; elsewhere an interruption is mostly like one a little later or earlier
 * (S. Park, S. Lu, Y. Zhou, "CTrigger: Exposing Atomicity Violation Bugs from Their Hiding Places", ASPLOS 2009; here the places are not ranked by runs, but read off the code). */
#ifndef HEDDLE_ENGINES_RANDOM_WINDOWS_H
#define HEDDLE_ENGINES_RANDOM_WINDOWS_H

#include "program/program.h"

struct windows {
    bool **at; /* by code, by location */
    uint32_t codes;
};

void windows_init(struct windows *w, const struct program *p);
void windows_free(struct windows *w);

#endif
