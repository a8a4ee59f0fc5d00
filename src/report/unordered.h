/* Two accesses of a schedule that nothing orders: who has made them, and which load or store should have synchronised. */
#ifndef HEDDLE_REPORT_UNORDERED_H
#define HEDDLE_REPORT_UNORDERED_H

#include "report/ending.h"

/* Appends an ending for each of the two; the strings are kept in words. Requires a program that watches for races. */
void unordered_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words);

#endif
