/* What is to happen at a later time: a signal, or a call of a function in a thread. */
#ifndef HEDDLE_MODELS_ALARMS_H
#define HEDDLE_MODELS_ALARMS_H

#include "heddle.h"

union handed { /* union sigval */
    int number;
    void *pointer;
};

struct notification { /* struct sigevent */
    union handed value;
    int signal, how;
    void (*function)(union handed value);
    void *attributes;
};
enum { BY_NOTHING = 1, BY_THREAD = 2 };

void __heddle_signal_will_come(void);
void __heddle_library_notifies(const struct notification *n, const char *what);

#endif
