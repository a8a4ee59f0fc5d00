/* What the parts of a native run share: see run.c. */
#ifndef HEDDLE_TESTS_FUZZ_NATIVE_RUN_H
#define HEDDLE_TESTS_FUZZ_NATIVE_RUN_H

/* Between two statements, and in builds with steps.c between two accesses to memory: perhaps lets others run for a while. */
void native_delay(void);

#endif
