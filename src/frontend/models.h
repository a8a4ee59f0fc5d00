/* The models of library functions as bitcode, embedded in the binary when it is built. */
#ifndef HEDDLE_FRONTEND_MODELS_H
#define HEDDLE_FRONTEND_MODELS_H

extern const char models32_begin[], models32_end[], models64_begin[], models64_end[];

#endif
