/* The linked module as an outline, for the analysis of whole programs. */
#ifndef HEDDLE_FRONTEND_OUTLINE_H
#define HEDDLE_FRONTEND_OUTLINE_H

#include "program/outline.h"

struct front;
struct pointsto;

struct outline *outline_make(struct front *f, struct pointsto *p, bool handlers); /* handlers: of signals, there may be some */
bool outline_keeps_call(const char *name); /* a model that must not be inlined: outlines know it by name */

#endif
