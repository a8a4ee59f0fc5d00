/* What the exit status of heddle says, of every command. */
#ifndef HEDDLE_BASE_STATUS_H
#define HEDDLE_BASE_STATUS_H

enum status {
    STATUS_TRUE = 0,
    STATUS_FALSE = 1,
    STATUS_UNKNOWN = 2,
    STATUS_USAGE = 64,
    STATUS_INPUT = 65,
    STATUS_INTERNAL = 70,
};

#endif
